/* A weak compare-exchange with two orders chooses whether it fails before it reads. In an atomic block that choice is the first
 * event, and does not empty the store buffer; the exchange does. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *exchange(void *arg)
{
    (void)arg;
    int expected = 0;
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    __VERIFIER_atomic_begin();
    atomic_compare_exchange_weak_explicit(&x, &expected, 5, memory_order_acquire,
                                          memory_order_relaxed);
    __VERIFIER_atomic_end();
    return 0;
}

static void *increment(void *arg)
{
    (void)arg;
    atomic_fetch_add(&x, 1);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, exchange, 0);
    pthread_create(&b, 0, increment, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    int last = atomic_load(&x);
    assert(last == 1 || last == 6);
    return 0;
}
