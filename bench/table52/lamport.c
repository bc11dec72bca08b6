/* The accesses of Lamport's fast mutual exclusion by three threads that do not wait for each other, again and again. dat3m-thesis Table 5.2; what the
 * registers have in the end is part of the state. */
#include "rounds.h"

static atomic_int x, y, busy[4];
static int last_x[4], last_y[4];

static void enter(int me)
{
    int last = 0, gate = 0;
    for (int round = 0; round < ROUNDS; round++) {
        ST(busy[me], 1);
        ST(x, me);
        gate = LD(y);
        if (gate != 0)
            ST(busy[me], 0);
        ST(y, me);
        last = LD(x);
        if (last != me)
            ST(busy[me], 0);
    }
    last_x[me] = last;
    last_y[me] = gate;
}

static void *first(void *arg)
{
    enter(1);
    return arg;
}

static void *second(void *arg)
{
    enter(2);
    return arg;
}

static void *third(void *arg)
{
    enter(3);
    return arg;
}

int main(void)
{
    run(3, (void *(*[])(void *)){first, second, third});
    return 0;
}
