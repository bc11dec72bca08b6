/* Burns' mutual exclusion for two threads up to the critical section, again and again: nobody takes a flag back. dat3m-thesis Table 5.2; what the
 * registers have in the end is part of the state. */
#include "rounds.h"

static atomic_int flag[2];
static int last_flag[2];

static void *first(void *arg)
{
    int wants = 0;
    for (int round = 0; round < ROUNDS; round++) {
        ST(flag[0], 1);
        wants = LD(flag[1]);
        WHILE(waiting, round, wants != 0)
            wants = LD(flag[1]);
    }
    last_flag[0] = wants;
    return arg;
}

static void *second(void *arg)
{
    int wants = 0;
    for (int round = 0; round < ROUNDS; round++) {
        wants = LD(flag[0]);
        WHILE(waiting, round, wants != 0)
            wants = LD(flag[0]);
        ST(flag[1], 1);
        wants = LD(flag[0]);
    }
    last_flag[1] = wants;
    return arg;
}

int main(void)
{
    run(2, (void *(*[])(void *)){first, second});
    return 0;
}
