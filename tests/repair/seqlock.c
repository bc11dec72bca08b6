/* A writer makes the counter odd while it writes two numbers; a reader wants both of one time. */
#include "two.h"

static atomic_uint counter;
static atomic_int first, second;

static void thread_1(void)
{
    atomic_store_explicit(&counter, 1, memory_order_relaxed);
    atomic_store_explicit(&first, 1, memory_order_relaxed);
    atomic_store_explicit(&second, 1, memory_order_relaxed);
    atomic_store_explicit(&counter, 2, memory_order_relaxed);
}

static void thread_2(void)
{
    unsigned before = atomic_load_explicit(&counter, memory_order_relaxed);
    int one = atomic_load_explicit(&first, memory_order_relaxed);
    int two = atomic_load_explicit(&second, memory_order_relaxed);
    unsigned after = atomic_load_explicit(&counter, memory_order_relaxed);
    if (before == after && before % 2 == 0)
        assert(one == two);
}

static void finally(void)
{
}
