/* No order makes a load and a store one update. */
#include "two.h"

static atomic_int count;

static void add(void)
{
    int seen = atomic_load_explicit(&count, memory_order_relaxed);
    atomic_store_explicit(&count, seen + 1, memory_order_relaxed);
}

static void thread_1(void)
{
    add();
}

static void thread_2(void)
{
    add();
}

static void finally(void)
{
    assert(atomic_load_explicit(&count, memory_order_relaxed) == 2);
}
