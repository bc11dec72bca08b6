/* The hierarchical queue lock of Luchangco, Nussbaum and Shavit (2006): threads that are near each
 * other queue up in their own cluster, and the first of them, the cluster's master, hands the whole
 * local queue over to the global one. So the lock stays in a cluster for a while.
 *
 * A node says in one word whose cluster it belongs to, whether its owner still wants or has the lock,
 * and whether it was the last of a local queue that is in the global one: then the next thread of the
 * cluster is a master itself.
 *
 * BUG=1: the master does not mark the last of its queue: the next thread of the cluster takes that
 *        for a predecessor of its own cluster, and both are in the critical section or wait for ever.
 * BUG=2: a thread goes on as soon as its predecessor is in the same cluster, and does not look
 *        whether it still has the lock.
 * BUG=3: unlocking is no release: the next one does not see what was written.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef BUG
#define BUG 0
#endif

#define CLUSTERS 2
#define THREADS 3

#define WAITS 0x80000000u /* the owner wants the lock, or has it */
#define IS_LAST 0x40000000u /* the end of a local queue that was handed over */
#define CLUSTER 0x3fffffffu

struct node {
    atomic_uint state;
};

struct hclh_lock {
    _Atomic(struct node *) local_queues[CLUSTERS];
    _Atomic(struct node *) global_queue;
};

/* What a thread brings along: the node it is in the queue with, and that of its predecessor. */
struct place {
    unsigned cluster;
    struct node *own, *previous;
};

static void node_prepare(struct node *node, unsigned cluster)
{
    atomic_store_explicit(&node->state, cluster | WAITS, memory_order_relaxed);
}

/* Waits for a node of the own cluster until its owner has unlocked, and says so; or until it is clear
 * that the thread has to hand over a queue itself. */
static bool wait_for_lock_or_master(struct node *previous, unsigned cluster)
{
    for (;;) {
        unsigned state = atomic_load_explicit(&previous->state, memory_order_acquire);
        bool is_near = (state & CLUSTER) == cluster && !(state & IS_LAST);
#if BUG == 2
        if (is_near)
            return true;
#else
        if (is_near && !(state & WAITS))
            return true;
#endif
        if (!is_near)
            return false;
    }
}

static void hclh_lock(struct hclh_lock *lock, struct place *me)
{
    _Atomic(struct node *) *local = &lock->local_queues[me->cluster];
    node_prepare(me->own, me->cluster);
    me->previous = atomic_exchange_explicit(local, me->own, memory_order_acq_rel);
    if (me->previous && wait_for_lock_or_master(me->previous, me->cluster))
        return;

    /* The master: all that have come to the local queue by now go to the global one together. */
    struct node *last = atomic_load_explicit(local, memory_order_acquire);
    me->previous = atomic_exchange_explicit(&lock->global_queue, last, memory_order_acq_rel);
#if BUG != 1
    atomic_fetch_or_explicit(&last->state, IS_LAST, memory_order_release);
#endif
    while (atomic_load_explicit(&me->previous->state, memory_order_acquire) & WAITS)
        ;
}

static void hclh_unlock(struct place *me)
{
    struct node *own = me->own;
    /* Nobody looks at the predecessor's node any more: it is for the next time. */
    me->own = me->previous;
#if BUG == 3
    atomic_fetch_and_explicit(&own->state, ~WAITS, memory_order_relaxed);
#else
    atomic_fetch_and_explicit(&own->state, ~WAITS, memory_order_release);
#endif
}

static struct node nodes[THREADS + 1];
static struct hclh_lock mutex;
static int shared;

static void *worker(void *argument)
{
    size_t number = (size_t)argument;
    /* The first two threads are near each other. */
    struct place me = {.cluster = number < 2 ? 0 : 1, .own = &nodes[number]};
    hclh_lock(&mutex, &me);
    shared++;
    hclh_unlock(&me);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    /* The global queue starts with a node that nobody has any more, of no cluster. */
    atomic_init(&nodes[THREADS].state, CLUSTER);
    atomic_init(&mutex.global_queue, &nodes[THREADS]);
    for (size_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, (void *)i);
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(shared == THREADS);
    return 0;
}
