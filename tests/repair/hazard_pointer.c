/* A reader announces what it is about to use; who takes it out looks before it destroys it. */
#include "two.h"

static atomic_int present = 1, hazard;
static atomic_int value = 1;

static void thread_1(void)
{
    atomic_store_explicit(&hazard, 1, memory_order_relaxed);
    if (atomic_load_explicit(&present, memory_order_relaxed)) {
        int seen = atomic_load_explicit(&value, memory_order_relaxed);
        assert(seen == 1);
        atomic_store_explicit(&hazard, 0, memory_order_relaxed);
    }
}

static void thread_2(void)
{
    atomic_store_explicit(&present, 0, memory_order_relaxed);
    if (!atomic_load_explicit(&hazard, memory_order_relaxed))
        atomic_store_explicit(&value, 0, memory_order_relaxed);
}

static void finally(void)
{
}
