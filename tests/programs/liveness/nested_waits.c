/* A loop that waits has another one inside of it, and an older read of what was written since
   before it. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int late, go, ready = 1;

static void *waiter(void *arg)
{
    if (atomic_load(&late))
        return arg;
    while (!atomic_load(&go))
        while (!atomic_load(&ready))
            ;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, waiter, 0);
    atomic_store(&late, 1);
#ifndef BUG
    atomic_store(&go, 1);
#endif
    pthread_join(thread, 0);
    return 0;
}
