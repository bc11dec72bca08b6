/* A mutex may be initialised again when it was destroyed. Doing it while somebody holds the mutex would let a second thread in,
 * and POSIX leaves undefined what becomes of one that is initialised already. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *worker(void *argument)
{
    pthread_mutex_lock(&mutex);
    inside++;
    assert(inside == 1);
#if BUG == 2
    pthread_mutex_init(&mutex, 0); /* violation */
#endif
    inside--;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t first, second;
#ifndef BUG
    pthread_mutex_init(&mutex, 0);
#endif
#if BUG == 3
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_mutex_init(&mutex, 0); /* violation 3 */
#endif
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
#if BUG == 1
    pthread_mutex_init(&mutex, 0); /* violation */
#endif
    pthread_join(first, 0);
    pthread_join(second, 0);
#ifndef BUG
    pthread_mutex_destroy(&mutex);
    pthread_mutex_init(&mutex, 0);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
#endif
    return 0;
}
