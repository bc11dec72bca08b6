/* The order of the two writes to x is not forced by what happens before what, but by the seq_cst accesses: the thread that reads y = 0 has
 * its write before the other one's, so main cannot read it last. Coherence alone would allow it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ORDER
#define ORDER memory_order_seq_cst
#endif

static atomic_int x, y, seen;

static void *first(void *arg)
{
    atomic_store_explicit(&x, 1, ORDER);
    atomic_store_explicit(&seen, 1 + atomic_load_explicit(&y, ORDER), memory_order_relaxed);
    return arg;
}

static void *second(void *arg)
{
    atomic_store_explicit(&y, 1, ORDER);
    atomic_store_explicit(&x, 2, ORDER);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    int y_was_0 = atomic_load_explicit(&seen, memory_order_relaxed) == 1;
    assert(!(y_was_0 && atomic_load_explicit(&x, memory_order_relaxed) == 1)); /* violation */
    return 0;
}
