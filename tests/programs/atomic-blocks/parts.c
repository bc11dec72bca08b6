/* An exchange of memory that others access in parts reads two of them. Whether it writes depends on the one, and the atomic block reads the
 * other. So where the exchange has failed nothing shows that the block had to come before it if it had not. */
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static union {
    _Atomic uint32_t whole;
    _Atomic uint16_t half[2];
} x;
static atomic_int y;

static void *exchange(void *arg)
{
    (void)arg;
    uint32_t old = atomic_load(&x.whole);
    atomic_compare_exchange_strong(&x.whole, &old, old + 1);
    return 0;
}

static void *store(void *arg)
{
    (void)arg;
    atomic_store_explicit(&x.half[1], 1, memory_order_relaxed);
    return 0;
}

static void *block(void *arg)
{
    (void)arg;
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    __VERIFIER_atomic_begin();
    atomic_load_explicit(&x.half[0], memory_order_relaxed);
    __VERIFIER_atomic_end();
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, exchange, 0);
    pthread_create(&t, 0, store, 0);
    pthread_create(&t, 0, block, 0);
    return 0;
}
