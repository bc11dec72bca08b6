/* A semaphore that is tried, or waited for with a limit, says why it was not taken. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

static sem_t semaphore;

static void *give(void *unused)
{
    errno = 5;
    sem_post(&semaphore);
    assert(errno == 5);
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct timespec limit = { 0, 0 };
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, NULL, give, NULL);
    if (sem_timedwait(&semaphore, &limit))
        assert(errno == ETIMEDOUT);
    else if (sem_trywait(&semaphore))
        assert(errno == EAGAIN);
#ifdef BUG
    else
        return 0;
    assert(errno == EAGAIN); /* violation */
#else
    else
        assert(0);
#endif
    pthread_join(thread, NULL);
    return 0;
}
