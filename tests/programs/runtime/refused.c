/* Arguments that functions refuse, as POSIX says or glibc does. With BUG, the one that does not. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>

static void times(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    struct timespec bad = {0, 1000000000}, negative = {-1, 0};
    sem_t semaphore;
    sem_init(&semaphore, 0, 1);
    /* What can be had at once is taken, whatever the limit is. */
    assert(pthread_mutex_timedlock(&mutex, &bad) == 0);
    assert(pthread_mutex_timedlock(&mutex, &bad) == EINVAL);
    assert(pthread_cond_timedwait(&condition, &mutex, &bad) == EINVAL);
    assert(sem_timedwait(&semaphore, &bad) == 0);
    assert(sem_timedwait(&semaphore, &bad) == -1 && errno == EINVAL);
    assert(pthread_rwlock_timedrdlock(&lock, &bad) == 0);
    assert(pthread_rwlock_timedwrlock(&lock, &bad) == EINVAL);
    assert(nanosleep(&bad, 0) == -1 && errno == EINVAL && nanosleep(&negative, 0) == -1);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &bad, 0) == EINVAL);
    assert(thrd_sleep(&bad, 0) < -1);
}

static void attributes(void)
{
    pthread_attr_t of_thread;
    pthread_mutexattr_t of_mutex;
    pthread_condattr_t of_condition;
    int value;
    size_t size;
    pthread_attr_init(&of_thread);
    pthread_mutexattr_init(&of_mutex);
    pthread_condattr_init(&of_condition);
    assert(pthread_attr_setstacksize(&of_thread, 1) == EINVAL);
    assert(pthread_attr_setstacksize(&of_thread, 1 << 20) == 0);
    assert(pthread_attr_getstacksize(&of_thread, &size) == 0 && size == 1 << 20);
    assert(pthread_attr_setdetachstate(&of_thread, 77) == EINVAL);
    assert(pthread_attr_getdetachstate(&of_thread, &value) == 0 && value == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_setscope(&of_thread, PTHREAD_SCOPE_PROCESS) == ENOTSUP);
    assert(pthread_attr_setschedpolicy(&of_thread, 77) == EINVAL);
    assert(pthread_attr_setinheritsched(&of_thread, 77) == EINVAL);
    assert(pthread_mutexattr_settype(&of_mutex, 77) == EINVAL);
    assert(pthread_mutexattr_setprotocol(&of_mutex, 77) == EINVAL);
    assert(pthread_mutexattr_setpshared(&of_mutex, 77) == EINVAL);
    assert(pthread_mutexattr_setpshared(&of_mutex, 1) == 0);
    assert(pthread_mutexattr_getpshared(&of_mutex, &value) == 0 && value == 1);
    assert(pthread_condattr_setclock(&of_condition, 77) == EINVAL);
    assert(pthread_setcancelstate(77, 0) == EINVAL);
    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0) == 0);
    assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &value) == 0);
    assert(value == PTHREAD_CANCEL_DISABLE);
    assert(pthread_setname_np(pthread_self(), "a name that is too long") == ERANGE);
}

static void library(void)
{
    void *place = 0;
    volatile size_t many = SIZE_MAX;
    assert(posix_memalign(&place, 3, 8) == EINVAL && posix_memalign(&place, 4, 8) == EINVAL);
    assert(posix_memalign(&place, 64, 8) == 0 && place);
    free(place);
    volatile size_t odd = 3;
    assert(aligned_alloc(odd, 9) == 0 && errno == EINVAL);
    assert(malloc(many) == 0 && errno == ENOMEM && calloc(many / 2, 4) == 0);
    place = malloc(1);
    assert(realloc(place, many) == 0);
    free(place);
    errno = 0;
    assert(strtol("1", 0, 1) == 0 && errno == EINVAL && strtol("z", 0, 36) == 35);
    assert(!strcmp(strerror(EINVAL), "Invalid argument") && strcmp(strerror(EINVAL), strerror(ENOMEM)));
}

int main(void)
{
    sem_t semaphore;
    times();
    attributes();
    library();
    assert(sem_init(&semaphore, 0, (unsigned)INT_MAX + 1) == -1 && errno == EINVAL);
    assert(sem_init(&semaphore, 0, INT_MAX) == 0);
#ifdef BUG
    assert(sem_post(&semaphore) == 0); /* violation */
#else
    assert(sem_post(&semaphore) == -1 && errno == EOVERFLOW);
#endif
    return 0;
}
