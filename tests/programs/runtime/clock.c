/* Time stands still for a few looks, and then goes on, so that a loop ends that waits for a time; so does a wait with a limit. */
#include <assert.h>
#include <pthread.h>
#include <time.h>

int main(void)
{
    struct timespec first, second, limit;
    clock_gettime(CLOCK_MONOTONIC, &first);
    clock_gettime(CLOCK_MONOTONIC, &second);
    assert(first.tv_sec == second.tv_sec && first.tv_nsec == second.tv_nsec);
#if WHICH == 1
    time_t start = time(0);
    while (time(0) < start + 3600)
        ;
    assert(time(0) >= start + 3600 && clock_getres(CLOCK_MONOTONIC, &second) == 0);
#elif WHICH == 2
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    limit = (struct timespec){first.tv_sec + 5, 7};
    pthread_mutex_lock(&mutex);
    while (pthread_cond_timedwait(&condition, &mutex, &limit) == 0)
        ;
    clock_gettime(CLOCK_MONOTONIC, &second);
    assert(second.tv_sec >= limit.tv_sec && second.tv_nsec == 7);
#endif
#ifdef BUG
    assert(time(0) == 0); /* violation */
#endif
    return 0;
}
