/* Two workers hand a task to each other, and wake each other with latches (PostgreSQL). chronological-traces Table 1. Under PSO a worker may be woken before it
 * can see its task. With -DPOLLS=N a worker looks N times at its latch, in a loop that does not just wait (pgsql_bnd). */
#include <assert.h>
#include <pthread.h>
#include "machine.h"
#ifndef ROUNDS
#define ROUNDS 8
#endif
#ifdef POLLS
void __VERIFIER_assume(int);
#endif

static atomic_int latch[2] = {1, 0}, task[2] = {1, 0};

static void await(int me)
{
#ifdef POLLS
    int polls = 0;
    while (!LD(latch[me]))
        __VERIFIER_assume(++polls < POLLS);
#else
    while (!LD(latch[me]))
        ;
#endif
}

static void *worker(void *arg)
{
    int me = arg != 0, other = !me;
    for (int round = 0; round < ROUNDS; round++) {
        await(me);
        assert(LD(task[me])); /* violation */
        ST(latch[me], 0);
        ST(task[me], 0);
        ST(task[other], 1);
        PSO_FENCE();
        ST(latch[other], 1);
    }
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, &latch);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
