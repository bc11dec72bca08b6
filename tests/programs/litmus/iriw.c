/* IRIW, independent reads of independent writes.
 * Weak: the two readers see the two writes in different orders. */
#include "litmus.h"

static atomic_int x, y;
static int r1, r2, r3, r4;

THREAD(first)
{
    STORE(x, 1, W1);
    return 0;
}

THREAD(second)
{
    STORE(y, 1, W2);
    return 0;
}

THREAD(third)
{
    r1 = LOAD(x, R1);
    FENCE(F1);
    r2 = LOAD(y, R2);
    return 0;
}

THREAD(fourth)
{
    r3 = LOAD(y, R3);
    FENCE(F2);
    r4 = LOAD(x, R4);
    return 0;
}

int main(void)
{
    RUN(first, second, third, fourth);
    assert(!(r1 == 1 && r2 == 0 && r3 == 1 && r4 == 0)); /* violation */
    return 0;
}
