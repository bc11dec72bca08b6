/* Lamport's bakery for two threads up to the critical section, again and again: nobody gives a number back. dat3m-thesis Table 5.2; what the registers
 * have in the end is part of the state. */
#include "rounds.h"

static atomic_int choosing[2], number[2];
static int last_choosing[2], last_number[2], last_own[2];

static void enter(int me, int other)
{
    int chooses = 0, others = 0, own = 0;
    for (int round = 0; round < ROUNDS; round++) {
        ST(choosing[me], 1);
        others = LD(number[other]);
        own = others + 1;
        ST(number[me], own);
        ST(choosing[me], 0);
        chooses = LD(choosing[other]);
        WHILE(waiting, round, chooses != 0)
            chooses = LD(choosing[other]);
        others = LD(number[other]);
        WHILE(waiting, round, others != 0 && others < own)
            others = LD(number[other]);
    }
    last_choosing[me] = chooses;
    last_number[me] = others;
    last_own[me] = own;
}

#include "two.h"
