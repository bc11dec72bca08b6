/* An event count: who waits for a condition that is kept without a lock registers first, looks
 * again, and then sleeps until the count has moved. Notifying costs nothing if nobody waits.
 *
 * BUG=1: `notify` looks for waiters without a fence before it: it may look before its own news are
 *        seen.
 * BUG=2: a waiter looks at the condition before it takes its key, and not after: news in between
 *        wake nobody.
 * BUG=3: `notify` moves the count without the mutex: between the waiter's look at the count and
 *        its sleep.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef BUG
#define BUG 0
#endif

struct event_count {
    atomic_uint epoch;
    atomic_uint waiters;
    pthread_mutex_t mutex;
    pthread_cond_t moved;
};

static struct event_count event = {
    .mutex = PTHREAD_MUTEX_INITIALIZER,
    .moved = PTHREAD_COND_INITIALIZER,
};

/* Registers a waiter; its key says from when on it wants to know. */
static unsigned prepare_wait(struct event_count *event)
{
    atomic_fetch_add_explicit(&event->waiters, 1, memory_order_seq_cst);
    unsigned key = atomic_load_explicit(&event->epoch, memory_order_acquire);
    atomic_thread_fence(memory_order_seq_cst);
    return key;
}

static void cancel_wait(struct event_count *event)
{
    atomic_fetch_sub_explicit(&event->waiters, 1, memory_order_relaxed);
}

static void wait(struct event_count *event, unsigned key)
{
    pthread_mutex_lock(&event->mutex);
    while (atomic_load_explicit(&event->epoch, memory_order_relaxed) == key)
        pthread_cond_wait(&event->moved, &event->mutex);
    pthread_mutex_unlock(&event->mutex);
    cancel_wait(event);
}

static void notify(struct event_count *event)
{
#if BUG != 1
    atomic_thread_fence(memory_order_seq_cst);
#endif
    if (atomic_load_explicit(&event->waiters, memory_order_relaxed) == 0)
        return;
#if BUG == 3
    atomic_fetch_add_explicit(&event->epoch, 1, memory_order_acq_rel);
#else
    pthread_mutex_lock(&event->mutex);
    atomic_fetch_add_explicit(&event->epoch, 1, memory_order_acq_rel);
    pthread_mutex_unlock(&event->mutex);
#endif
    pthread_cond_broadcast(&event->moved);
}

/* A mailbox for one message, kept without a lock. */
static int message;
static atomic_bool is_full;

static void send(int value)
{
    message = value;
    atomic_store_explicit(&is_full, true, memory_order_release);
    notify(&event);
}

static int receive(void)
{
    while (!atomic_load_explicit(&is_full, memory_order_acquire)) {
        unsigned key = prepare_wait(&event);
#if BUG != 2
        if (atomic_load_explicit(&is_full, memory_order_acquire)) {
            cancel_wait(&event);
            break;
        }
#endif
        wait(&event, key);
    }
    return message;
}

static void *receiver(void *unused)
{
    assert(receive() == 42);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, receiver, NULL);
    send(42);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(atomic_load_explicit(&event.waiters, memory_order_relaxed) == 0);
    return 0;
}
