/* A worker goes to sleep when it has nothing to do; a producer adds a job and wakes the worker if it
 * sleeps. Each side looks right by itself. Together they can leave a job waiting for a worker that
 * nobody will ever wake.
 *
 *     heddle check examples/lost_wakeup.c                 the interleaving that does it
 *     heddle check examples/lost_wakeup.c -- -DFIXED      no interleaving does
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int jobs;
static atomic_int asleep;

static void *worker(void *arg)
{
    (void)arg;
#ifdef FIXED
    atomic_store(&asleep, 1); /* first say so, then look again */
    if (atomic_load(&jobs) > 0)
        atomic_store(&asleep, 0);
#else
    if (atomic_load(&jobs) == 0) {
        printf("worker: nothing to do\n");
        atomic_store(&asleep, 1);
    }
#endif
    return 0;
}

static void *producer(void *arg)
{
    (void)arg;
    atomic_fetch_add(&jobs, 1);
    if (atomic_load(&asleep)) {
        printf("producer: wake up\n");
        atomic_store(&asleep, 0);
    }
    return 0;
}

int main(void)
{
    pthread_t w, p;
    pthread_create(&w, 0, worker, 0);
    pthread_create(&p, 0, producer, 0);
    pthread_join(w, 0);
    pthread_join(p, 0);
    assert(!(atomic_load(&jobs) && atomic_load(&asleep))); /* violation */
    return 0;
}
