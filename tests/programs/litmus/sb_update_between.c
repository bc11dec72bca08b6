/* SB with an update that changes nothing in the place of a fence: of one variable, or with -DZ2=other
 * of a variable for each thread. Weak: both read 0. */
#include "litmus.h"

/* The variables that are updated. */
#ifndef Z1
#define Z1 z
#endif
#ifndef Z2
#define Z2 z
#endif

static atomic_int z, other;
static atomic_int x, y;
static int r1, r2;

THREAD(first)
{
    STORE(x, 1, W1);
    UPDATE(Z1, 0, U1);
    r1 = LOAD(y, R1);
    return 0;
}

THREAD(second)
{
    STORE(y, 1, W2);
    UPDATE(Z2, 0, U2);
    r2 = LOAD(x, R2);
    return 0;
}

int main(void)
{
    RUN(first, second);
    assert(!(r1 == 0 && r2 == 0)); /* violation */
    return 0;
}
