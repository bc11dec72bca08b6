/* One thread at a time, by a semaphore: right for any number of workers, which
 *
 *     heddle check examples/copies/semaphore.c --to-net
 *
 * shows. With -DBUG the semaphore lets two of them in. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#ifdef BUG
#define PERMITS 2
#else
#define PERMITS 1
#endif

sem_t permits;
atomic_int inside;

void *worker(void *unused)
{
    sem_wait(&permits);
    assert(atomic_load(&inside) == 0); /* BUG: somebody else is inside */
    atomic_store(&inside, 1);
    atomic_store(&inside, 0);
    sem_post(&permits);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    sem_init(&permits, 0, PERMITS);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
