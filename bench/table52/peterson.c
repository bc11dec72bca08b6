/* Peterson's mutual exclusion up to the critical section: nobody takes a flag back. dat3m-thesis Table 5.2; what the registers have in the end is
 * part of the state. */
#include "rounds.h"

static atomic_int flag[2], turn;
static int last_flag[2], last_turn[2];

static void enter(int me, int other)
{
    ST(flag[me], 1);
    ST(turn, other);
    int wants = LD(flag[other]), whose = LD(turn);
    WHILE(round, 0, wants == 1 && whose == other) {
        wants = LD(flag[other]);
        whose = LD(turn);
    }
    last_flag[me] = wants;
    last_turn[me] = whose;
}

#include "two.h"
