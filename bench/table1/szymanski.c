/* Szymanski's mutual exclusion for two threads, once each: a waiting room with two doors. chronological-traces Table 1.
 * 0: away, 1: outside, 2: waits inside for others, 3: in the doorway, 4: inside with the door closed. */
#include <pthread.h>
#include "machine.h"
#include "critical.h"

static atomic_int state[2];

static void *thread(void *arg)
{
    int me = arg != 0, other = !me;
    ST(state[me], 1);
    TSO_FENCE();
    while (LD(state[other]) >= 3)
        ;
    ST(state[me], 3);
    TSO_FENCE();
    if (LD(state[other]) == 1) {
        ST(state[me], 2);
        TSO_FENCE();
        while (LD(state[other]) != 4)
            ;
    }
    ST(state[me], 4);
    TSO_FENCE();
    /* The first thread goes before the second. */
    if (me == 1)
        while (LD(state[0]) >= 2)
            ;
    critical(me);
    PSO_FENCE();
    /* It keeps the door closed until the other one has seen that. */
    if (me == 0)
        while ((0xc >> LD(state[1])) & 1)
            ;
    ST(state[me], 0);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, &owner);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
