/* A lock that is taken by an exchange. */
#include "two.h"

static atomic_int held;
static int data;

static void add(void)
{
    while (atomic_exchange_explicit(&held, 1, memory_order_relaxed))
        ;
    data++;
    atomic_store_explicit(&held, 0, memory_order_relaxed);
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
    assert(data == 2);
}
