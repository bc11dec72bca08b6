/* Lamport's fast mutual exclusion for two threads, once each. chronological-traces Table 1. Threads are 1 and 2; 0 is nobody. */
#include <pthread.h>
#include "machine.h"
#include "critical.h"

static atomic_int tries[3], first, holder;

static void *thread(void *arg)
{
    int me = arg ? 2 : 1;
    for (;;) {
        ST(tries[me], 1);
        PSO_FENCE();
        ST(first, me);
        TSO_FENCE();
        if (LD(holder) != 0) {
            ST(tries[me], 0);
            TSO_FENCE();
            while (LD(holder) != 0)
                ;
            continue;
        }
        ST(holder, me);
        TSO_FENCE();
        if (LD(first) == me)
            break;
        ST(tries[me], 0);
        TSO_FENCE();
        while (LD(tries[1]))
            ;
        while (LD(tries[2]))
            ;
        if (LD(holder) == me)
            break;
        while (LD(holder) != 0)
            ;
    }
    critical(me);
    PSO_FENCE();
    ST(holder, 0);
    PSO_FENCE();
    ST(tries[me], 0);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, &first);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
