/* A plain message and a flag. */
#include "two.h"

static int message;
static atomic_int flag;

static void thread_1(void)
{
    message = 42;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
}

static void thread_2(void)
{
    if (atomic_load_explicit(&flag, memory_order_relaxed))
        assert(message == 42);
}

static void finally(void)
{
}
