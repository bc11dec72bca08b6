/* Dekker's mutual exclusion up to the critical section, again and again: nobody takes a flag back or gives the turn away. dat3m-thesis Table 5.2; what
 * the registers have in the end is part of the state. */
#include "rounds.h"

static atomic_int flag[2], turn;
static int last_flag[2], last_turn[2];

static void enter(int me, int other)
{
    int wants = 0, whose = 0;
    for (int round = 0; round < ROUNDS; round++) {
        ST(flag[me], 1);
        wants = LD(flag[other]);
        WHILE(yielding, round, wants == 1) {
            whose = LD(turn);
            if (whose != me) {
                ST(flag[me], 0);
                whose = LD(turn);
                WHILE(waiting, round + yielding, whose != me)
                    whose = LD(turn);
                ST(flag[me], 1);
            }
            wants = LD(flag[other]);
        }
    }
    last_flag[me] = wants;
    last_turn[me] = whose;
}

#include "two.h"
