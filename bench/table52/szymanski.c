/* Szymanski's mutual exclusion for two threads up to the critical section, again and again: nobody goes back outside. dat3m-thesis Table 5.2; what the
 * registers have in the end is part of the state. */
#include "rounds.h"

enum { WANTS = 1, WAITS = 2, ENTERS = 3, IS_IN = 4 };

static atomic_int flag[2];
static int last_flag[2];

static void enter(int me, int other)
{
    int seen = 0;
    for (int round = 0; round < ROUNDS; round++) {
        ST(flag[me], WANTS);
        seen = LD(flag[other]);
        WHILE(waiting, round, seen >= ENTERS)
            seen = LD(flag[other]);
        ST(flag[me], ENTERS);
        seen = LD(flag[other]);
        if (seen == WANTS) {
            ST(flag[me], WAITS);
            seen = LD(flag[other]);
            WHILE(waiting, round, seen != IS_IN)
                seen = LD(flag[other]);
        }
        ST(flag[me], IS_IN);
        seen = LD(flag[other]);
        WHILE(waiting, round, seen >= WAITS)
            seen = LD(flag[other]);
        seen = LD(flag[other]);
        WHILE(waiting, round, WAITS <= seen && seen <= ENTERS)
            seen = LD(flag[other]);
    }
    last_flag[me] = seen;
}

#include "two.h"
