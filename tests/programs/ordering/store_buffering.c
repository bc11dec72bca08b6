/* Two threads write and then read what the other writes. Between the two there is a call that some take for a full
 * fence; not all calls are. Which one it is, the flag CALL says; the default is one that is a fence. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

#define POST 0
#define SIGNAL 1
#define BROADCAST 2
#define TRY_WAIT 3
#define TRY_READ_LOCK 4
#define TRY_WRITE_LOCK 5
#define ONCE_AGAIN 6
#define SPIN_UNLOCK 7
#define DESTROY_CONDITION 8
#define DESTROY_LOCK 9
#define LOCK_AND_UNLOCK 10
#define DESTROY_MUTEX 11
#ifndef CALL
#define CALL POST
#endif

static pthread_mutex_t mutex[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static pthread_cond_t condition[2] = { PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER };
static pthread_rwlock_t lock[2] = { PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER };
static pthread_once_t once[2] = { PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT };
static pthread_spinlock_t spin[2];
static sem_t semaphore[2];
static int written[2], seen[2];

static void nothing(void)
{
}

static void call(int own)
{
#if CALL == POST
    sem_post(&semaphore[own]);
#elif CALL == SIGNAL
    pthread_cond_signal(&condition[own]);
#elif CALL == BROADCAST
    pthread_cond_broadcast(&condition[own]);
#elif CALL == TRY_WAIT
    assert(sem_trywait(&semaphore[own]));
#elif CALL == TRY_READ_LOCK
    assert(pthread_rwlock_tryrdlock(&lock[own]));
#elif CALL == TRY_WRITE_LOCK
    assert(pthread_rwlock_trywrlock(&lock[own]));
#elif CALL == ONCE_AGAIN
    pthread_once(&once[own], nothing);
#elif CALL == SPIN_UNLOCK
    pthread_spin_unlock(&spin[own]);
#elif CALL == DESTROY_CONDITION
    pthread_cond_destroy(&condition[own]);
#elif CALL == DESTROY_LOCK
    pthread_rwlock_destroy(&lock[own]);
#elif CALL == DESTROY_MUTEX
    pthread_mutex_destroy(&mutex[own]);
#elif CALL == LOCK_AND_UNLOCK
    pthread_mutex_lock(&mutex[own]);
    pthread_mutex_unlock(&mutex[own]);
#endif
}

static void *run(void *argument)
{
    int own = argument != NULL;
    pthread_once(&once[own], nothing);
    pthread_spin_lock(&spin[own]);
    written[own] = 1;
    call(own);
    seen[own] = written[!own];
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        sem_init(&semaphore[i], 0, 0);
        pthread_spin_init(&spin[i], 0);
    }
#if CALL == TRY_READ_LOCK || CALL == TRY_WRITE_LOCK
    for (int i = 0; i < 2; i++)
        pthread_rwlock_wrlock(&lock[i]);
#endif
    pthread_create(&threads[0], NULL, run, NULL);
    pthread_create(&threads[1], NULL, run, &threads);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(seen[0] || seen[1]); /* violation */
    return 0;
}
