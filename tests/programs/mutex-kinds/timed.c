/* A lock with a time limit: taken, or the limit was reached while somebody else had it. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *unused)
{
    pthread_mutex_lock(&mutex);
    count++;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct timespec limit = { 0, 0 };
    pthread_create(&thread, NULL, work, NULL);
    int result = pthread_mutex_timedlock(&mutex, &limit);
    assert(result == 0 || result == ETIMEDOUT);
#ifdef BUG
    count++; /* violation */
    pthread_mutex_unlock(&mutex);
#else
    if (!result) {
        count++;
        pthread_mutex_unlock(&mutex);
    }
#endif
    pthread_join(thread, NULL);
    assert(count == 1 + !result);
    return 0;
}
