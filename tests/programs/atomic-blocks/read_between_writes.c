/* A block writes x, reads y and writes x again. Who reads x sees nothing of the block or its second write, whatever the block has read. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *read(void *arg)
{
    (void)arg;
    int seen = atomic_load_explicit(&x, memory_order_relaxed);
#ifdef BUG
    assert(seen != 3); /* violation */
#else
    assert(seen != 9);
#endif
    return 0;
}

static void *store(void *arg)
{
    (void)arg;
    atomic_store_explicit(&y, 2, memory_order_relaxed);
    return 0;
}

static void *block(void *arg)
{
    (void)arg;
    __VERIFIER_atomic_begin();
    atomic_store_explicit(&x, 9, memory_order_relaxed);
    int seen = atomic_load_explicit(&y, memory_order_relaxed);
    atomic_store_explicit(&x, seen + 1, memory_order_relaxed);
    __VERIFIER_atomic_end();
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, read, 0);
    pthread_create(&t, 0, store, 0);
    pthread_create(&t, 0, block, 0);
    return 0;
}
