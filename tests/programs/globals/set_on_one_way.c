/* Only main uses `state`, and sets it on one of two ways; where these meet, it is what it was at
 * first on the other one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int seen;
static int state = 1;
static _Thread_local int own = 1;

static void *thread(void *arg)
{
    atomic_store(&seen, 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    int first = atomic_load(&seen);
    if (first)
        state = own = 2;
#ifdef BUG
    assert(state == BUG && own == BUG); /* violation */
#else
    assert(state == 1 + first && own == state);
#endif
    pthread_join(t, 0);
    return 0;
}
