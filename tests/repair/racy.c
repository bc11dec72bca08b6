/* Nothing tells the reader when the plain variable is written: a race under every order. */
#include "two.h"

static int data;
static atomic_int other;

static void thread_1(void)
{
    data = 1;
    atomic_store_explicit(&other, 1, memory_order_relaxed);
}

static void thread_2(void)
{
    atomic_load_explicit(&other, memory_order_relaxed);
    assert(data < 2);
}

static void finally(void)
{
}
