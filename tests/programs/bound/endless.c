/* A thread counts how long it waits, so that each turn is something new and the loop has no end. It may see the flag after any number of turns: the bug takes MOST of them, and
 * is found although the first branch goes on for ever. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef MOST
#define MOST 3
#endif
static atomic_int flag;

static void *set(void *unused)
{
    atomic_store(&flag, 1);
    return unused;
}

static int wait(void)
{
    int turns = 0;
    while (!atomic_load(&flag)) {
        turns++;
    }
    return turns;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, set, 0);
    int turns = wait();
    assert(turns < MOST); /* violation */
    pthread_join(thread, 0);
    return 0;
}
