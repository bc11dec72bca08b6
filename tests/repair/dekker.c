/* The entry of Dekker's algorithm: who sees the other's flag gives up. */
#include "two.h"

static atomic_int flag[2];
static int inside;

static void enter(int me)
{
    atomic_store_explicit(&flag[me], 1, memory_order_relaxed);
    if (!atomic_load_explicit(&flag[1 - me], memory_order_relaxed))
        inside++;
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
    assert(inside <= 1);
}
