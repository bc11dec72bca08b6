/* Peterson's lock with its first two lines the wrong way round. It survives most tests: both threads are in
 * the critical section only if one of them stops exactly between the two lines.
 *
 *     heddle check examples/mutual_exclusion.c
 *     heddle check examples/mutual_exclusion.c -- -DFIXED
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void lock(int me)
{
#ifdef FIXED
    atomic_store(&wants[me], 1);
    atomic_store(&turn, 1 - me);
#else
    atomic_store(&turn, 1 - me);
    atomic_store(&wants[me], 1);
#endif
    while (atomic_load(&wants[1 - me]) && atomic_load(&turn) != me)
        ;
}

static void unlock(int me) { atomic_store(&wants[me], 0); }

static void *thread(void *arg)
{
    int me = (int)(long)arg;
    lock(me);
    assert(++inside == 1); /* violation */
    inside--;
    unlock(me);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, thread, (void *)0);
    pthread_create(&b, 0, thread, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
