/* What a lock that is tried finds: readers together, writers alone. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock;

static void *try(void *unused)
{
    int reading = pthread_rwlock_tryrdlock(&lock);
    assert(reading == EXPECTED);
    if (!reading)
        pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    struct timespec limit = { 0, 0 };
    assert(pthread_rwlock_timedwrlock(&lock, &limit) == ETIMEDOUT);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_rwlock_init(&lock, NULL);
#if EXPECTED
    pthread_rwlock_wrlock(&lock);
#else
    pthread_rwlock_rdlock(&lock);
#endif
    pthread_create(&thread, NULL, try, NULL);
    pthread_join(thread, NULL);
    pthread_rwlock_unlock(&lock);
#ifdef BUG
    pthread_rwlock_unlock(&lock); /* violation */
#endif
    assert(pthread_rwlock_trywrlock(&lock) == 0);
    pthread_rwlock_unlock(&lock);
    return 0;
}
