/* The loop of the initialisation has four turns, before there is a second thread: a bound of two is for the loops in which something is to be explored, and hides nothing else.
 * (What a loop does on memory of its own does not count, either.) With NEVER, the lock is never released, and no execution comes to its end within the bound. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int slots[4];
static atomic_int lock_word;
static int x;

static int lock(void)
{
    int turns = 0;
    while (atomic_exchange(&lock_word, 1))
        turns++;
    return turns;
}

static void *add(void *unused)
{
    int private = 0;
    for (int i = 0; i < 7; i++)
        private += i;
    if (lock() < 0)
        x = 9;
    x += slots[1] + (private != 21);
#ifndef NEVER
    atomic_store(&lock_word, 0);
#endif
    return unused;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < 4; i++)
        slots[i] = i;
    pthread_create(&thread, 0, add, 0);
    add(0);
    pthread_join(thread, 0);
#ifdef BUG
    assert(x == 1); /* violation */
#else
    assert(x == 2);
#endif
    return 0;
}
