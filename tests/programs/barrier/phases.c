/* Nobody begins the second phase before all have finished the first. With BUG=1 the barrier is for fewer; with BUG=2 for
 * more than there are. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static int done[2];
static int serials[2];

static void *work(void *me)
{
    long index = (long)me;
    for (int round = 1; round <= ROUNDS; round++) {
        done[index] = round;
        int result = pthread_barrier_wait(&barrier);
        assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
        serials[index] += result == PTHREAD_BARRIER_SERIAL_THREAD;
        assert(done[1 - index] == round);
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&barrier, NULL, BUG == 1 ? 1 : BUG == 2 ? 3 : 2);
    pthread_create(&a, NULL, work, (void *)0);
    pthread_create(&b, NULL, work, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(serials[0] + serials[1] == ROUNDS);
    pthread_barrier_destroy(&barrier);
    return 0;
}
