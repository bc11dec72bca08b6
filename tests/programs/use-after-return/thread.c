/* A thread's variable is used by main: while the thread lives, and with -DBUG after its end. */
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(int *) shared;
static atomic_int done;

static void *owner(void *arg)
{
    (void)arg;
    int mine = 1;
    atomic_store(&shared, &mine);
    while (!atomic_load(&done))
        ;
    return 0;
}

int main(void)
{
    pthread_t t;
    int *p;
    pthread_create(&t, 0, owner, 0);
    while (!(p = atomic_load(&shared)))
        ;
    *p = 2;
    atomic_store(&done, 1);
    pthread_join(t, 0);
#ifdef BUG
    *p = 3; /* violation */
#endif
    return 0;
}
