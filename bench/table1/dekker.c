/* Dekker's mutual exclusion for two threads, once each. chronological-traces Table 1. */
#include <pthread.h>
#include "machine.h"
#include "critical.h"

static atomic_int wants[2], turn;

static void *thread(void *arg)
{
    int me = arg != 0, other = !me;
    ST(wants[me], 1);
    TSO_FENCE();
    while (LD(wants[other])) {
        if (LD(turn) == other) {
            ST(wants[me], 0);
            while (LD(turn) == other)
                ;
            ST(wants[me], 1);
            TSO_FENCE();
        }
    }
    critical(me);
    PSO_FENCE();
    ST(turn, other);
    PSO_FENCE();
    ST(wants[me], 0);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, &turn);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
