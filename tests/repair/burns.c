/* Burns's algorithm for two threads: the second one gives way. */
#include "two.h"

static atomic_int flag[2];
static int data, entered;

static void thread_1(void)
{
    atomic_store_explicit(&flag[0], 1, memory_order_relaxed);
    while (atomic_load_explicit(&flag[1], memory_order_relaxed))
        ;
    data++;
    atomic_store_explicit(&flag[0], 0, memory_order_relaxed);
}

static void thread_2(void)
{
    atomic_store_explicit(&flag[1], 1, memory_order_relaxed);
    if (!atomic_load_explicit(&flag[0], memory_order_relaxed)) {
        entered = 1;
        data++;
    }
    atomic_store_explicit(&flag[1], 0, memory_order_relaxed);
}

static void finally(void)
{
    assert(data == 1 + entered);
}
