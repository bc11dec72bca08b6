/* A lock that serves in the order of tickets. */
#include "two.h"

static atomic_uint next, serving;
static int data;

static void add(void)
{
    unsigned mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
    while (atomic_load_explicit(&serving, memory_order_relaxed) != mine)
        ;
    data++;
    atomic_store_explicit(&serving, mine + 1, memory_order_relaxed);
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
