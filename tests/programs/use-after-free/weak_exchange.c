/* A weak compare-exchange, which may fail for no reason, of memory that another thread frees
 * meanwhile. By default the other one waits. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int *object;
static atomic_int other;

static void *uses(void *arg)
{
    int expected = 0;
    atomic_compare_exchange_weak(object, &expected, 2);
    if (atomic_load(&other) == 1)
        atomic_store(object, 2);
    return arg;
}

static void *updates(void *arg)
{
    atomic_fetch_or_explicit(object, 1, memory_order_acquire);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    object = calloc(1, sizeof(*object));
    pthread_create(&a, 0, uses, 0);
    pthread_create(&b, 0, updates, 0);
    atomic_store(&other, 1);
#ifdef BUG
    free((void *)object);
#endif
    pthread_join(a, 0);
    pthread_join(b, 0);
#ifndef BUG
    free((void *)object);
#endif
    return 0;
}
