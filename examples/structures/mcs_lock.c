/* The queue lock of Mellor-Crummey and Scott (TOCS 1991): each thread waits for a flag of its own,
 * which its predecessor clears.
 *
 * BUG=1: the lock is handed over without a release: the next one does not see what was written.
 * BUG=2: a thread links itself before it has set its flag: the predecessor clears it too early,
 *        and the thread waits for ever.
 * BUG=3: who finds nobody behind it leaves, although somebody is about to link itself: to a thread
 *        that is gone, and whose signal never comes.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef BUG
#define BUG 0
#endif

#define THREADS 3

struct waiter {
    _Atomic(struct waiter *) next;
    atomic_bool is_waiting;
};

struct mcs_lock {
    _Atomic(struct waiter *) last;
};

static void lock(struct mcs_lock *lock, struct waiter *me)
{
    atomic_store_explicit(&me->next, NULL, memory_order_relaxed);
#if BUG != 2
    atomic_store_explicit(&me->is_waiting, true, memory_order_relaxed);
#endif
    struct waiter *previous =
        atomic_exchange_explicit(&lock->last, me, memory_order_acq_rel);
    if (!previous)
        return;
    atomic_store_explicit(&previous->next, me, memory_order_release);
#if BUG == 2
    atomic_store_explicit(&me->is_waiting, true, memory_order_relaxed);
#endif
    while (atomic_load_explicit(&me->is_waiting, memory_order_acquire))
        ;
}

static void unlock(struct mcs_lock *lock, struct waiter *me)
{
    struct waiter *next = atomic_load_explicit(&me->next, memory_order_acquire);
    if (!next) {
        struct waiter *expected = me;
        bool was_last = atomic_compare_exchange_strong_explicit(
            &lock->last, &expected, NULL, memory_order_release, memory_order_relaxed);
#if BUG == 3
        return;
#endif
        if (was_last)
            return;
        while (!(next = atomic_load_explicit(&me->next, memory_order_acquire)))
            ;
    }
#if BUG == 1
    atomic_store_explicit(&next->is_waiting, false, memory_order_relaxed);
#else
    atomic_store_explicit(&next->is_waiting, false, memory_order_release);
#endif
}

static struct mcs_lock mutex;
static int shared;

static void *worker(void *unused)
{
    struct waiter me;
    lock(&mutex, &me);
    int seen = shared;
    shared = seen + 1;
    unlock(&mutex, &me);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(shared == THREADS);
    assert(atomic_load_explicit(&mutex.last, memory_order_relaxed) == NULL);
    return 0;
}
