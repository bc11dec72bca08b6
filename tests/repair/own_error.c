/* Calling `reach_error` is the error, though this one does nothing. */
#include "two.h"

static atomic_int message, flag;

void reach_error(void)
{
}

static void thread_1(void)
{
    atomic_store_explicit(&message, 1, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
}

static void thread_2(void)
{
    if (atomic_load_explicit(&flag, memory_order_relaxed))
        if (!atomic_load_explicit(&message, memory_order_relaxed))
            reach_error();
}

static void finally(void)
{
}
