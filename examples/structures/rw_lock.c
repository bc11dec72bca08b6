/* A reader-writer lock of one word that prefers writers: readers are counted, one bit says that a
 * writer is in, another that one waits.
 *
 * BUG=1: a reader leaves without a release: what it has read may be overwritten while it reads.
 * BUG=2: a writer looks whether the lock is free and then takes it, in two steps.
 * BUG=3: a reader counts itself, and does not look whether a writer has come first.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef BUG
#define BUG 0
#endif

#define WRITER 1u
#define WAITING 2u
#define READER 4u

struct rw_lock {
    atomic_uint state;
};

static bool try_read_lock(struct rw_lock *lock)
{
    unsigned old = atomic_load_explicit(&lock->state, memory_order_relaxed);
#if BUG == 3
    atomic_fetch_add_explicit(&lock->state, READER, memory_order_acquire);
    return true;
#endif
    do {
        if (old & (WRITER | WAITING))
            return false;
    } while (!atomic_compare_exchange_weak_explicit(&lock->state, &old, old + READER,
                                                    memory_order_acquire, memory_order_relaxed));
    return true;
}

static void read_lock(struct rw_lock *lock)
{
    while (!try_read_lock(lock))
        ;
}

static void read_unlock(struct rw_lock *lock)
{
#if BUG == 1
    atomic_fetch_sub_explicit(&lock->state, READER, memory_order_relaxed);
#else
    atomic_fetch_sub_explicit(&lock->state, READER, memory_order_release);
#endif
}

static void write_lock(struct rw_lock *lock)
{
    for (;;) {
        unsigned old = atomic_load_explicit(&lock->state, memory_order_relaxed);
        if (old & WRITER || old >= READER) {
            if (!(old & WAITING))
                atomic_fetch_or_explicit(&lock->state, WAITING, memory_order_relaxed);
            continue;
        }
        /* Free, but for writers that wait. */
#if BUG == 2
        atomic_thread_fence(memory_order_acquire);
        atomic_store_explicit(&lock->state, WRITER, memory_order_relaxed);
        return;
#else
        if (atomic_compare_exchange_weak_explicit(&lock->state, &old, WRITER,
                                                  memory_order_acquire, memory_order_relaxed))
            return;
#endif
    }
}

static void write_unlock(struct rw_lock *lock)
{
    /* Those who still wait say so again. */
    atomic_store_explicit(&lock->state, 0, memory_order_release);
}

static struct rw_lock lock;
static int left, right;

static void *writer(void *unused)
{
    write_lock(&lock);
    left++;
    right++;
    write_unlock(&lock);
    return NULL;
}

static void *reader(void *unused)
{
    read_lock(&lock);
    assert(left == right);
    read_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, writer, NULL);
    pthread_create(&threads[1], NULL, writer, NULL);
    pthread_create(&threads[2], NULL, reader, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(left == 2 && right == 2);
    return 0;
}
