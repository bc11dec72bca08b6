/* The queue lock of Craig, Landin and Hagersten (1993): each thread waits for its predecessor's
 * node, and takes that node over for the next time.
 *
 * BUG=1: a thread keeps its own node for the next time: its successor may still look at it, and
 *        finds it locked again.
 * BUG=2: a node says that it is locked only after it is in the queue: its successor walks past.
 * BUG=3: unlocking is no release: the next one does not see what was written.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

#define THREADS 2
#define ROUNDS 2

struct node {
    atomic_bool is_locked;
};

struct clh_lock {
    _Atomic(struct node *) tail;
};

/* What a thread brings along. */
struct place {
    struct node *own, *previous;
};

static struct node *node_new(void)
{
    struct node *node = malloc(sizeof *node);
    atomic_init(&node->is_locked, false);
    return node;
}

static void lock_init(struct clh_lock *lock)
{
    atomic_init(&lock->tail, node_new());
}

static void lock_destroy(struct clh_lock *lock)
{
    free(atomic_load_explicit(&lock->tail, memory_order_relaxed));
}

static void lock(struct clh_lock *lock, struct place *me)
{
#if BUG != 2
    atomic_store_explicit(&me->own->is_locked, true, memory_order_relaxed);
#endif
    me->previous = atomic_exchange_explicit(&lock->tail, me->own, memory_order_acq_rel);
#if BUG == 2
    atomic_store_explicit(&me->own->is_locked, true, memory_order_relaxed);
#endif
    while (atomic_load_explicit(&me->previous->is_locked, memory_order_acquire))
        ;
}

static void unlock(struct place *me)
{
    struct node *own = me->own;
#if BUG != 1
    me->own = me->previous;
#endif
#if BUG == 3
    atomic_store_explicit(&own->is_locked, false, memory_order_relaxed);
#else
    atomic_store_explicit(&own->is_locked, false, memory_order_release);
#endif
}

static struct clh_lock mutex;
static int shared;

static void *worker(void *unused)
{
    struct place me = {.own = node_new()};
    for (int i = 0; i < ROUNDS; i++) {
        lock(&mutex, &me);
        shared++;
        unlock(&me);
    }
#if BUG != 1
    free(me.own);
#endif
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    lock_init(&mutex);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(shared == THREADS * ROUNDS);
    lock_destroy(&mutex);
    return 0;
}
