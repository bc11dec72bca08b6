/* A property of the competition asks about some violations only. `abort` is an end like others; after a wrong access, nothing
 * is known. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int turn;
static int plain;

void reach_error(void)
{
    assert(0);
}

static void *other(void *unused)
{
    plain = 1;
    turn = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    int seen = turn;
#ifdef RACE
    plain = 2;
#endif
    if (!seen)
        abort();
#ifdef WRONG
    *(volatile int *)NULL = 1;
#endif
#ifdef BUG
    if (plain == 1)
        reach_error(); /* violation */
#endif
    pthread_join(thread, NULL);
    int *kept = malloc(sizeof *kept);
#ifndef LEAK
    free(kept);
#endif
    return kept == NULL;
}
