/* The deque of Chase and Lev with two elements: the owner takes both, a thief one of them. */
#include "two.h"

static atomic_int top, bottom = 2;
static int taken, stolen;

static void take(void)
{
    int own = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
    atomic_store_explicit(&bottom, own, memory_order_relaxed);
    int first = atomic_load_explicit(&top, memory_order_relaxed);
    if (first < own) {
        taken++;
    } else if (first == own) {
        taken += atomic_compare_exchange_strong_explicit(
            &top, &first, first + 1, memory_order_relaxed, memory_order_relaxed);
        atomic_store_explicit(&bottom, own + 1, memory_order_relaxed);
    } else {
        atomic_store_explicit(&bottom, own + 1, memory_order_relaxed);
    }
}

static void steal(void)
{
    int first = atomic_load_explicit(&top, memory_order_relaxed);
    int last = atomic_load_explicit(&bottom, memory_order_relaxed);
    if (first < last)
        stolen += atomic_compare_exchange_strong_explicit(
            &top, &first, first + 1, memory_order_relaxed, memory_order_relaxed);
}

static void thread_1(void)
{
    take();
    take();
}

static void thread_2(void)
{
    steal();
    steal();
}

static void finally(void)
{
    assert(taken + stolen <= 2);
}
