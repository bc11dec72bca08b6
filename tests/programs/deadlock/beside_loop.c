/* A thread is held by a primitive that nobody will ever release, beside one that waits in a loop
 * for ever: the loop releases nothing. HELD says by what: 1 semaphore, 2 condition variable, 3
 * barrier, 4 reader-writer lock, 5 a mutex that the thread in the loop holds. UPDATES: the loop
 * writes what it reads. By default the loop ends, and what was waited for comes. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int stays = 1;
static sem_t semaphore;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static int told;

static void *waiter(void *arg)
{
#if HELD == 1
    sem_wait(&semaphore);
#elif HELD == 2
    pthread_mutex_lock(&mutex);
    while (!told)
        pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
#elif HELD == 3
    pthread_barrier_wait(&barrier);
#elif HELD == 4
    pthread_rwlock_wrlock(&rwlock);
    pthread_rwlock_unlock(&rwlock);
#elif HELD == 5
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
#endif
    return arg;
}

static void *spinner(void *arg)
{
#if HELD == 4
    pthread_rwlock_rdlock(&rwlock);
#elif HELD == 5
    pthread_mutex_lock(&mutex);
#endif
#ifdef UPDATES
    while (atomic_exchange(&stays, 1))
        ;
#else
    while (atomic_load(&stays))
        ;
#endif
#if HELD == 1
    sem_post(&semaphore);
#elif HELD == 2
    pthread_mutex_lock(&mutex);
    told = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
#elif HELD == 3
    pthread_barrier_wait(&barrier);
#elif HELD == 4
    pthread_rwlock_unlock(&rwlock);
#elif HELD == 5
    pthread_mutex_unlock(&mutex);
#endif
    return arg;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&semaphore, 0, 0);
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&a, 0, spinner, 0);
    pthread_create(&b, 0, waiter, 0);
#ifndef BUG
    atomic_store(&stays, 0);
#endif
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
