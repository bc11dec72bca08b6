/* What was never initialised, or is no more: attributes, semaphores, spin locks, keys, barriers. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static pthread_attr_t none;

static void *unlock(void *unused)
{
    pthread_spin_unlock(&spin);
    return unused;
}

int main(void)
{
    pthread_t thread;
    sem_t semaphore;
    pthread_key_t key;
    pthread_attr_t *attributes = malloc(sizeof *attributes);
    sem_init(&semaphore, 0, 1);
    pthread_spin_init(&spin, 0);
    pthread_key_create(&key, 0);
    pthread_barrier_init(&barrier, 0, 2);
#if WHICH == 1
    pthread_create(&thread, &none, unlock, 0);
#elif WHICH == 2
    pthread_create(&thread, attributes, unlock, 0);
#elif WHICH == 3
    pthread_attr_init(attributes);
    pthread_attr_destroy(attributes);
    pthread_attr_setscope(attributes, 0);
#elif WHICH == 4
    sem_destroy(&semaphore);
    sem_post(&semaphore);
#elif WHICH == 5
    sem_destroy(&semaphore);
    sem_wait(&semaphore);
#elif WHICH == 6
    sem_destroy(&semaphore);
    sem_destroy(&semaphore);
#elif WHICH == 7
    pthread_spin_unlock(&spin);
#elif WHICH == 8
    pthread_spin_lock(&spin);
    pthread_create(&thread, 0, unlock, 0);
    pthread_join(thread, 0);
#elif WHICH == 9
    pthread_spin_destroy(&spin);
    pthread_spin_lock(&spin);
#elif WHICH == 10
    pthread_spin_lock(&spin);
    pthread_spin_destroy(&spin);
#elif WHICH == 11
    pthread_setspecific(key + 1, &key);
#elif WHICH == 12
    pthread_key_delete(key);
    pthread_key_delete(key);
#elif WHICH == 13
    pthread_key_delete(key);
    pthread_getspecific(key);
#elif WHICH == 14
    pthread_barrier_destroy(&barrier);
    pthread_barrier_destroy(&barrier);
#else
    sem_wait(&semaphore);
    sem_destroy(&semaphore);
    pthread_spin_lock(&spin);
    pthread_spin_unlock(&spin);
    pthread_spin_destroy(&spin);
    pthread_setspecific(key, &key);
    pthread_key_delete(key);
    pthread_barrier_destroy(&barrier);
    free(attributes);
#endif
    (void)thread;
    return 0;
}
