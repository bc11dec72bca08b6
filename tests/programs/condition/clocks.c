/* Limits of time by a clock: a condition variable, a mutex, a semaphore, a reader-writer lock. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;
static int ready;
static volatile int x;

static void *child(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    x++;
    x--;
    pthread_rwlock_unlock(&lock);
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t t;
    struct timespec limit = {0};
    sem_init(&semaphore, 0, 0);
    assert(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &limit) == -1 && errno == ETIMEDOUT);
    pthread_create(&t, 0, child, 0);
#ifdef BUG
    int reached = pthread_rwlock_timedrdlock(&lock, &limit);
    assert(x == 0); /* violation */
    if (reached == 0)
        pthread_rwlock_unlock(&lock);
#else
    if (pthread_rwlock_timedrdlock(&lock, &limit) == 0) {
        assert(x == 0);
        pthread_rwlock_unlock(&lock);
    } else if (pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &limit) == 0) {
        assert(x == 0);
        pthread_rwlock_unlock(&lock);
    }
    if (pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &limit) == 0) {
        assert(x == 0);
        pthread_rwlock_unlock(&lock);
    }
    if (pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &limit) == 0) {
        int reached = 0;
        while (!ready && reached == 0)
            reached = pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &limit);
        assert(ready || reached == ETIMEDOUT);
        pthread_mutex_unlock(&mutex);
    }
#endif
    pthread_join(t, 0);
    return 0;
}
