/* A sequence lock, with the fences of Boehm (MSPC 2012): readers do not write, and read again what
 * a writer has changed under them.
 *
 * BUG=1: the reader has no fence between its reads of the data and its second read of the counter.
 * BUG=2: the writer makes the counter odd with a store that later stores may overtake.
 * BUG=3: the reader does not mind a counter that is odd.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef BUG
#define BUG 0
#endif

#define WORDS 3

struct point {
    int words[WORDS];
};

struct sequence_lock {
    atomic_uint counter;
    pthread_mutex_t writers;
    atomic_int words[WORDS];
};

static struct sequence_lock shared = {.writers = PTHREAD_MUTEX_INITIALIZER};

static unsigned read_begin(struct sequence_lock *lock)
{
    for (;;) {
        unsigned counter = atomic_load_explicit(&lock->counter, memory_order_acquire);
        if (BUG == 3 || counter % 2 == 0)
            return counter;
    }
}

static bool read_retry(struct sequence_lock *lock, unsigned begin)
{
#if BUG != 1
    atomic_thread_fence(memory_order_acquire);
#endif
    return atomic_load_explicit(&lock->counter, memory_order_relaxed) != begin;
}

static void write_begin(struct sequence_lock *lock)
{
    pthread_mutex_lock(&lock->writers);
    unsigned counter = atomic_load_explicit(&lock->counter, memory_order_relaxed);
    atomic_store_explicit(&lock->counter, counter + 1, memory_order_relaxed);
#if BUG != 2
    atomic_thread_fence(memory_order_release);
#endif
}

static void write_end(struct sequence_lock *lock)
{
    unsigned counter = atomic_load_explicit(&lock->counter, memory_order_relaxed);
    atomic_store_explicit(&lock->counter, counter + 1, memory_order_release);
    pthread_mutex_unlock(&lock->writers);
}

static void store(struct sequence_lock *lock, int value)
{
    write_begin(lock);
    for (int i = 0; i < WORDS; i++)
        atomic_store_explicit(&lock->words[i], value, memory_order_relaxed);
    write_end(lock);
}

static struct point load(struct sequence_lock *lock)
{
    struct point point;
    unsigned begin;
    do {
        begin = read_begin(lock);
        for (int i = 0; i < WORDS; i++)
            point.words[i] = atomic_load_explicit(&lock->words[i], memory_order_relaxed);
    } while (read_retry(lock, begin));
    return point;
}

static void *writer(void *argument)
{
    store(&shared, (int)(long)argument);
    return NULL;
}

static void *reader(void *unused)
{
    int last = 0;
    for (int i = 0; i < 2; i++) {
        struct point point = load(&shared);
        for (int word = 1; word < WORDS; word++)
            assert(point.words[0] == point.words[word]);
        /* What was seen once does not go away. */
        assert(last == 0 || point.words[0] != 0);
        last = point.words[0];
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, writer, (void *)1L);
    pthread_create(&threads[1], NULL, writer, (void *)2L);
    pthread_create(&threads[2], NULL, reader, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    struct point last = load(&shared);
    assert(last.words[0] == 1 || last.words[0] == 2);
    return 0;
}
