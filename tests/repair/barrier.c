/* Both threads write, meet, and read what the other one has written. */
#include "two.h"

static int a, b;
static atomic_int arrived;

static void meet(void)
{
    atomic_fetch_add_explicit(&arrived, 1, memory_order_relaxed);
    while (atomic_load_explicit(&arrived, memory_order_relaxed) != 2)
        ;
}

static void thread_1(void)
{
    a = 1;
    meet();
    assert(b == 1);
}

static void thread_2(void)
{
    b = 1;
    meet();
    assert(a == 1);
}

static void finally(void)
{
}
