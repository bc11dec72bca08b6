/* A ring of two cells between one producer and one consumer. */
#include "two.h"

static int cell[2];
static atomic_uint head, tail;

static void thread_1(void)
{
    for (unsigned i = 0; i < 3; i++) {
        while (i - atomic_load_explicit(&head, memory_order_relaxed) == 2)
            ;
        cell[i % 2] = i + 1;
        atomic_store_explicit(&tail, i + 1, memory_order_relaxed);
    }
}

static void thread_2(void)
{
    for (unsigned i = 0; i < 3; i++) {
        while (atomic_load_explicit(&tail, memory_order_relaxed) == i)
            ;
        assert(cell[i % 2] == (int)i + 1);
        atomic_store_explicit(&head, i + 1, memory_order_relaxed);
    }
}

static void finally(void)
{
}
