/* A block that fails in its middle has not happened for the others: nobody reads what it wrote. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *block(void *arg)
{
    (void)arg;
    __VERIFIER_atomic_begin();
    atomic_store_explicit(&x, 2, memory_order_relaxed);
#ifdef BUG
    if (atomic_load_explicit(&x, memory_order_relaxed) == 2)
        reach_error(); /* violation */
#endif
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    __VERIFIER_atomic_end();
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, block, 0);
    assert(atomic_load_explicit(&x, memory_order_relaxed) != 2);
    return 0;
}
