/* 2+2W: each thread writes both variables, in the other order than the other thread. */
#include "two.h"

static atomic_int x, y;

static void thread_1(void)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 2, memory_order_relaxed);
}

static void thread_2(void)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_store_explicit(&x, 2, memory_order_relaxed);
}

static void finally(void)
{
    int last_x = atomic_load_explicit(&x, memory_order_relaxed);
    int last_y = atomic_load_explicit(&y, memory_order_relaxed);
    assert(!(last_x == 1 && last_y == 1));
}
