/* A barrier that is used after it was destroyed, and one for nobody. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

int main(void)
{
    pthread_barrier_t barrier;
    assert(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
    pthread_barrier_init(&barrier, NULL, 1);
    assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
    pthread_barrier_destroy(&barrier);
#ifdef BUG
    pthread_barrier_wait(&barrier); /* violation */
#endif
    return 0;
}
