/* A weak compare-exchange that fails although it found what it expected has the order for failures. With -DBUG that is relaxed,
 * and what the writer did before may be missed, although it never is by an exchange that succeeds. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef BUG
#define FAILURE memory_order_relaxed
#else
#define FAILURE memory_order_acquire
#endif

static atomic_int data, flag;

static void *writer(void *arg)
{
    (void)arg;
    atomic_store_explicit(&data, 1, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, memory_order_release);
    return 0;
}

static void *reader(void *arg)
{
    (void)arg;
    int expected = 1;
    atomic_compare_exchange_weak_explicit(&flag, &expected, 2, memory_order_acquire, FAILURE);
    if (expected == 1)
        assert(atomic_load_explicit(&data, memory_order_relaxed) == 1); /* violation */
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
