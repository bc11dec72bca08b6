/* Two threads that wait for each other's flag before they set their own (BUG), and the other way round. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flags[2];

static void *worker(void *arg)
{
    long me = (long)arg;
#ifndef BUG
    atomic_store(&flags[me], 1);
#endif
    while (!atomic_load(&flags[1 - me]))
        ;
#ifdef BUG
    atomic_store(&flags[me], 1);
#endif
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, (void *)0);
    pthread_create(&b, 0, worker, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
