/* Up to three readers at a time, or one writer, by one word that both change with compare-exchange.
 * Right for any number of readers and of writers:
 *
 *     heddle check examples/copies/readers_writers.c --to-net
 *
 * With -DBUG a writer looks at the word first and then writes it, which is not one step. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { FREE = 0, MOST_READERS = 3, WRITER = 100 };

atomic_int lock;    /* how many readers, or WRITER */
atomic_int writing; /* whether somebody changes the data */

static void read_lock(void)
{
    int seen = atomic_load(&lock);
    while (seen >= MOST_READERS || !atomic_compare_exchange_strong(&lock, &seen, seen + 1))
        seen = atomic_load(&lock);
}

static void write_lock(void)
{
#ifdef BUG
    while (atomic_load(&lock) != FREE)
        ;
    atomic_store(&lock, WRITER);
#else
    int seen = FREE;
    while (!atomic_compare_exchange_strong(&lock, &seen, WRITER))
        seen = FREE;
#endif
}

void *reader(void *unused)
{
    read_lock();
    assert(!atomic_load(&writing)); /* BUG: the data are being changed */
    atomic_fetch_sub(&lock, 1);
    return 0;
}

void *writer(void *unused)
{
    write_lock();
    assert(!atomic_load(&writing)); /* BUG: or here */
    atomic_store(&writing, 1);
    atomic_store(&writing, 0);
    atomic_store(&lock, FREE);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, reader, 0);
    pthread_create(&threads[1], 0, writer, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
