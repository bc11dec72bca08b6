/* The lock of Mellor-Crummey and Scott, whose waiters queue up. */
#include "two.h"

struct node {
    struct node *_Atomic next;
    atomic_int wait;
};

static struct node node[2];
static struct node *_Atomic tail;
static int data;

static void add(struct node *own)
{
    atomic_store_explicit(&own->wait, 1, memory_order_relaxed);
    struct node *before = atomic_exchange_explicit(&tail, own, memory_order_relaxed);
    if (before) {
        atomic_store_explicit(&before->next, own, memory_order_relaxed);
        while (atomic_load_explicit(&own->wait, memory_order_relaxed))
            ;
    }
    data++;
    struct node *self = own;
    if (atomic_compare_exchange_strong_explicit(&tail, &self, 0, memory_order_relaxed,
                                                memory_order_relaxed))
        return;
    struct node *after;
    while (!(after = atomic_load_explicit(&own->next, memory_order_relaxed)))
        ;
    atomic_store_explicit(&after->wait, 0, memory_order_relaxed);
}

static void thread_1(void)
{
    add(&node[0]);
}

static void thread_2(void)
{
    add(&node[1]);
}

static void finally(void)
{
    assert(data == 2);
}
