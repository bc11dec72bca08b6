/* SB in which each thread first reads its own flag, from its store buffer.
 * Weak: both see their own flag and not the other one. */
#include "litmus.h"

static atomic_int x, y;
static int r1, r2, r3, r4;

THREAD(first)
{
    STORE(x, 1, W1);
    r1 = LOAD(x, R1);
    r2 = LOAD(y, R2);
    return 0;
}

THREAD(second)
{
    STORE(y, 1, W2);
    r3 = LOAD(y, R3);
    r4 = LOAD(x, R4);
    return 0;
}

int main(void)
{
    RUN(first, second);
    assert(!(r1 == 1 && r2 == 0 && r3 == 1 && r4 == 0)); /* violation */
    return 0;
}
