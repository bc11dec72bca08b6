/* A weak compare-exchange fails although nobody else writes there. Other bytes of the same object
 * are accessed in two sizes, so that a machine that knows cells of one size only sees the
 * compare-exchange in parts. Without BUG it is a strong one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static struct {
    atomic_int first;
    union {
        atomic_int whole;
        atomic_char bytes[4];
    } second;
} both;

static void *other(void *unused)
{
    atomic_store(&both.second.whole, 1);
    atomic_store(&both.second.bytes[3], 1);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int expected = 0;
    pthread_create(&thread, NULL, other, NULL);
#ifdef BUG
    _Bool done = atomic_compare_exchange_weak_explicit(&both.first, &expected, 1,
                                                       memory_order_relaxed, memory_order_acquire);
#else
    _Bool done = atomic_compare_exchange_strong_explicit(
        &both.first, &expected, 1, memory_order_relaxed, memory_order_acquire);
#endif
    pthread_join(thread, NULL);
    (void)atomic_load(&both.second.whole);
    assert(done); /* violation */
    return 0;
}
