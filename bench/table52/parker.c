/* A thread that parks until a condition holds, as in a bug of a Java library; the permit is taken and given by plain stores.
 * dat3m-thesis Table 5.2; what the registers have in the end is part of the state. */
#include "rounds.h"

static atomic_int cond, permit;
static int last_cond, last_permit;

static void *waits(void *arg)
{
    int taken = 0, holds = LD(cond);
    WHILE(round, 0, holds == 0) {
        taken = LD(permit);
        ST(permit, 0);
        holds = LD(cond);
    }
    last_cond = holds;
    last_permit = taken;
    return arg;
}

static void *wakes(void *arg)
{
    ST(cond, 1);
    ST(permit, 1);
    return arg;
}

int main(void)
{
    run(2, (void *(*[])(void *)){waits, wakes});
    return 0;
}
