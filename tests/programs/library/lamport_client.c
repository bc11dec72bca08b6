/* Clients of Lamport's fast mutex (Lamport 1987; genmc Table 1): THREADS threads increment a counter. With the lock as a library
 * (`--library mutex:lock=fast_lock,unlock=fast_unlock`) there is one execution for each order in which the threads enter, while
 * exploring the lock itself takes as many as there are ways through it. BUG forgets the lock. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 4
#endif

struct fast_mutex {
    atomic_long x, y;
    atomic_long waiting[THREADS + 1];
};

void fast_lock(struct fast_mutex *mutex, long me)
{
    for (;;) {
        atomic_store(&mutex->waiting[me], 1);
        atomic_store(&mutex->x, me);
        if (atomic_load(&mutex->y) != 0) {
            atomic_store(&mutex->waiting[me], 0);
            while (atomic_load(&mutex->y) != 0)
                ;
            continue;
        }
        atomic_store(&mutex->y, me);
        if (atomic_load(&mutex->x) == me)
            return;
        atomic_store(&mutex->waiting[me], 0);
        for (int other = 1; other <= THREADS; other++)
            while (atomic_load(&mutex->waiting[other]))
                ;
        if (atomic_load(&mutex->y) == me)
            return;
        while (atomic_load(&mutex->y) != 0)
            ;
    }
}

void fast_unlock(struct fast_mutex *mutex, long me)
{
    atomic_store(&mutex->y, 0);
    atomic_store(&mutex->waiting[me], 0);
}

static struct fast_mutex mutex;
static int counter;

static void *worker(void *arg)
{
#ifndef BUG
    fast_lock(&mutex, (long)arg);
#endif
    int old = counter;
    counter = old + 1;
#ifndef BUG
    fast_unlock(&mutex, (long)arg);
#endif
    return 0;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, worker, (void *)(i + 1));
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    assert(counter == THREADS); /* violation */
    return 0;
}
