/* Parking a thread until it is given a permit, with a fast path that takes no mutex (HotSpot's Parker). chronological-traces Table 1. What goes wrong is that the thread
 * sleeps for ever: the permit that it took on the fast path is still in its buffer when it looks whether it has to wait, and overwrites a later one. --check liveness finds that. */
#include <pthread.h>
#include "machine.h"

static atomic_int permit, signalled, ready;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void park(void)
{
    if (LD(permit)) {
        ST(permit, 0);
        TSO_FENCE();
        return;
    }
    if (pthread_mutex_trylock(&mutex) != 0)
        return;
    if (!LD(permit)) {
        ST(signalled, 0);
        pthread_mutex_unlock(&mutex);
        while (!LD(signalled)) /* violation */
            ;
        pthread_mutex_lock(&mutex);
    }
    ST(permit, 0);
    pthread_mutex_unlock(&mutex);
}

static void unpark(void)
{
    pthread_mutex_lock(&mutex);
    int had = LD(permit);
    ST(permit, 1);
    if (!had)
        ST(signalled, 1);
    pthread_mutex_unlock(&mutex);
}

static void *parker(void *arg)
{
    (void)arg;
    while (!LD(ready))
        park();
    return 0;
}

static void *unparker(void *arg)
{
    (void)arg;
    unpark();
    ST(ready, 1);
    PSO_FENCE();
    unpark();
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, parker, 0);
    pthread_create(&b, 0, unparker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
