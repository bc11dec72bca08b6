/* Treiber's stack: one thread pushes, the other one pops. */
#include "two.h"

struct node {
    int value;
    struct node *next;
};

static struct node node;
static struct node *_Atomic top;

static void thread_1(void)
{
    node.value = 7;
    struct node *old = atomic_load_explicit(&top, memory_order_relaxed);
    do
        node.next = old;
    while (!atomic_compare_exchange_strong_explicit(&top, &old, &node, memory_order_relaxed,
                                                    memory_order_relaxed));
}

static void thread_2(void)
{
    struct node *old = atomic_load_explicit(&top, memory_order_relaxed);
    if (old) {
        assert(old->value == 7);
        atomic_compare_exchange_strong_explicit(&top, &old, old->next, memory_order_relaxed,
                                                memory_order_relaxed);
    }
}

static void finally(void)
{
}
