/* A bounded queue for many producers and consumers, after Vyukov: each cell has a sequence number
 * that says whose turn it is.
 *
 * BUG=1: a producer hands over its cell without a release: a consumer reads a value that is not
 *        written yet.
 * BUG=2: positions are taken with a load and a store in place of a compare-exchange: two consumers
 *        get the same value.
 * BUG=3: a consumer frees its cell for the wrong turn: the producer that comes around never finds
 *        room, and what it sends is lost.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef BUG
#define BUG 0
#endif

#define CAPACITY 2

struct cell {
    atomic_size_t sequence;
    int value;
};

struct ring {
    struct cell cells[CAPACITY];
    /* On lines of their own, so that producers and consumers do not disturb each other. */
    _Alignas(64) atomic_size_t head;
    _Alignas(64) atomic_size_t tail;
};

static void ring_init(struct ring *ring)
{
    for (size_t i = 0; i < CAPACITY; i++)
        atomic_init(&ring->cells[i].sequence, i);
    atomic_init(&ring->head, 0);
    atomic_init(&ring->tail, 0);
}

/* Moves a position on, if it is still there. */
static bool claim(atomic_size_t *position, size_t *expected)
{
#if BUG == 2
    size_t now = atomic_load_explicit(position, memory_order_relaxed);
    if (now != *expected) {
        *expected = now;
        return false;
    }
    atomic_store_explicit(position, now + 1, memory_order_relaxed);
    return true;
#else
    return atomic_compare_exchange_weak_explicit(position, expected, *expected + 1,
                                                 memory_order_relaxed, memory_order_relaxed);
#endif
}

static bool try_send(struct ring *ring, int value)
{
    size_t position = atomic_load_explicit(&ring->tail, memory_order_relaxed);
    for (;;) {
        struct cell *cell = &ring->cells[position % CAPACITY];
        size_t sequence = atomic_load_explicit(&cell->sequence, memory_order_acquire);
        ptrdiff_t difference = (ptrdiff_t)sequence - (ptrdiff_t)position;
        if (difference < 0)
            return false; /* Full. */
        if (difference > 0) {
            position = atomic_load_explicit(&ring->tail, memory_order_relaxed);
        } else if (claim(&ring->tail, &position)) {
            cell->value = value;
#if BUG == 1
            atomic_store_explicit(&cell->sequence, position + 1, memory_order_relaxed);
#else
            atomic_store_explicit(&cell->sequence, position + 1, memory_order_release);
#endif
            return true;
        }
    }
}

static bool try_receive(struct ring *ring, int *value)
{
    size_t position = atomic_load_explicit(&ring->head, memory_order_relaxed);
    for (;;) {
        struct cell *cell = &ring->cells[position % CAPACITY];
        size_t sequence = atomic_load_explicit(&cell->sequence, memory_order_acquire);
        ptrdiff_t difference = (ptrdiff_t)sequence - (ptrdiff_t)(position + 1);
        if (difference < 0)
            return false; /* Empty. */
        if (difference > 0) {
            position = atomic_load_explicit(&ring->head, memory_order_relaxed);
        } else if (claim(&ring->head, &position)) {
            *value = cell->value;
#if BUG == 3
            size_t next = position + 1;
#else
            size_t next = position + CAPACITY;
#endif
            atomic_store_explicit(&cell->sequence, next, memory_order_release);
            return true;
        }
    }
}

static struct ring ring;
static atomic_int received[4];

static void take_one(void)
{
    int value;
    if (try_receive(&ring, &value))
        assert(atomic_fetch_add_explicit(&received[value], 1, memory_order_relaxed) == 0);
}

static void *producer(void *unused)
{
    bool sent = try_send(&ring, 1);
    assert(sent);
    return NULL;
}

static void *consumer(void *unused)
{
    take_one();
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    ring_init(&ring);
    assert(try_send(&ring, 0));
    pthread_create(&threads[0], NULL, producer, NULL);
    for (int i = 1; i < 3; i++)
        pthread_create(&threads[i], NULL, consumer, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 2; i++)
        take_one();
    /* All cells are free now, whichever turn they are at. */
    assert(try_send(&ring, 2));
    assert(try_send(&ring, 3));
    assert(!try_send(&ring, 0));
    for (int i = 0; i < 2; i++)
        take_one();
    for (int i = 0; i < 4; i++)
        assert(atomic_load_explicit(&received[i], memory_order_relaxed) == 1);
    return 0;
}
