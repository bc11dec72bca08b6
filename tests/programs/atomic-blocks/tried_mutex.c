/* What an atomic block does depends on whether a mutex is free: if not, it does not read x at all.
 * So if it comes before the lock that stopped it, it may depend on a store that it did not touch. */
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static atomic_int x;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *writes(void *unused)
{
    atomic_store_explicit(&x, 3, memory_order_release);
    return unused;
}

static void *tries(void *unused)
{
    __VERIFIER_atomic_begin();
    if (pthread_mutex_trylock(&mutex) == 0) {
        (void)atomic_load_explicit(&x, memory_order_relaxed);
        pthread_mutex_unlock(&mutex);
    }
    __VERIFIER_atomic_end();
    return unused;
}

static void *locks(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *creates(void *unused)
{
    pthread_t thread;
    pthread_create(&thread, 0, locks, 0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writes, 0);
    pthread_create(&thread, 0, tries, 0);
    pthread_create(&thread, 0, creates, 0);
    return 0;
}
