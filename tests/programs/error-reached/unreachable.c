/* __builtin_unreachable is a promise. -DBUG breaks it in one interleaving. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;

static void *toggle(void *arg)
{
    (void)arg;
    atomic_store(&state, 1);
#ifdef BUG
    atomic_store(&state, 2);
#endif
    return 0;
}

static int name(int s)
{
    switch (s) {
    case 0:
        return 'a';
    case 1:
        return 'b';
    default:
        __builtin_unreachable(); /* violation */
    }
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, toggle, 0);
    int c = name(atomic_load(&state));
    pthread_join(t, 0);
    return c == 'c';
}
