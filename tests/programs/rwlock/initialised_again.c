/* What is initialised must be destroyed before it is initialised again: a reader-writer lock, held or not, a condition
 * variable, a barrier. Memory that has other things in it is as good as new. */
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition;
static pthread_barrier_t barrier;

int main(void)
{
    pthread_rwlock_t other;
    memset(&other, 7, sizeof other);
    pthread_rwlock_init(&other, 0);
    pthread_rwlock_destroy(&other);
    pthread_rwlock_init(&other, 0);
    pthread_cond_init(&condition, 0);
    pthread_barrier_init(&barrier, 0, 1);
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_wrlock(&other);
#if BUG == 1
    pthread_rwlock_init(&lock, 0); /* violation 1 */
#elif BUG == 2
    pthread_rwlock_init(&other, 0); /* violation 2 */
#elif BUG == 3
    pthread_cond_init(&condition, 0); /* violation 3 */
#elif BUG == 4
    pthread_barrier_init(&barrier, 0, 2); /* violation 4 */
#else
    pthread_rwlock_unlock(&other);
    pthread_barrier_destroy(&barrier);
    pthread_barrier_init(&barrier, 0, 1);
    pthread_barrier_wait(&barrier);
#endif
    return 0;
}
