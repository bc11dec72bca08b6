/* A wait with a time limit ends by a signal or by the limit, and never deadlocks. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int flag;

static void *tell(void *unused)
{
    pthread_mutex_lock(&mutex);
    flag = 1;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct timespec limit = { 0, 0 };
    pthread_create(&thread, NULL, tell, NULL);
    pthread_mutex_lock(&mutex);
    if (!flag) {
        int result = pthread_cond_timedwait(&ready, &mutex, &limit);
        assert(result == 0 || result == ETIMEDOUT);
        assert(result != 0 || flag);
#ifdef BUG
        assert(flag); /* violation */
#endif
    }
    pthread_mutex_unlock(&mutex);
#ifdef ALONE
    pthread_mutex_lock(&mutex);
    assert(pthread_cond_timedwait(&ready, &mutex, &limit) == ETIMEDOUT);
    pthread_mutex_unlock(&mutex);
#endif
    pthread_join(thread, NULL);
    return 0;
}
