/* A lock that spins on an exchange, around a counter. With WEAK, unlocking does not release. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef WEAK
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif

static atomic_int lock;
static atomic_int counter;

static void *count(void *unused)
{
    while (atomic_exchange_explicit(&lock, 1, memory_order_acquire))
        ;
    int old = atomic_load_explicit(&counter, memory_order_relaxed);
    atomic_store_explicit(&counter, old + 1, memory_order_relaxed);
    atomic_store_explicit(&lock, 0, RELEASE);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    for (int index = 0; index < 2; index++)
        pthread_create(&threads[index], NULL, count, NULL);
    for (int index = 0; index < 2; index++)
        pthread_join(threads[index], NULL);
    assert(atomic_load_explicit(&counter, memory_order_relaxed) == 2); /* violation */
    return 0;
}
