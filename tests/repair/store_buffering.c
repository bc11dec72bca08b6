/* Both threads write and then look whether the other one has. */
#include "two.h"

static atomic_int x, y;
static int a, b;

static void thread_1(void)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    a = atomic_load_explicit(&y, memory_order_relaxed);
}

static void thread_2(void)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    b = atomic_load_explicit(&x, memory_order_relaxed);
}

static void finally(void)
{
    assert(a || b);
}
