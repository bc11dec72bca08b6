/* Peterson's algorithm, once for each thread; a lost update betrays two threads inside. */
#include "two.h"
#include <heddle.h>

static atomic_int want[2], turn, count;

static void enter(int me)
{
    int other = 1 - me;
    atomic_store_explicit(&want[me], 1, memory_order_relaxed);
    atomic_store_explicit(&turn, other, memory_order_relaxed);
    while (atomic_load_explicit(&want[other], memory_order_relaxed)
           && atomic_load_explicit(&turn, memory_order_relaxed) == other)
        ;
    int seen = atomic_load_explicit(&count, memory_order_relaxed);
    atomic_store_explicit(&count, seen + 1, memory_order_relaxed);
    atomic_store_explicit(&want[me], 0, memory_order_relaxed);
}

static void thread_1(void)
{
    enter(0);
}

static void thread_2(void)
{
    enter(1);
}

static void finally(void)
{
    assert(atomic_load_explicit(&count, memory_order_relaxed) == 2);
}
