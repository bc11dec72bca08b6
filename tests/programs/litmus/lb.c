/* LB, load buffering: each thread reads what the other one writes afterwards.
 * Weak: both see it. */
#include "litmus.h"

static atomic_int x, y;
static int r1, r2;

THREAD(first)
{
    r1 = LOAD(x, R1);
    FENCE(F1);
    STORE(y, 1, W1);
    return 0;
}

THREAD(second)
{
    r2 = LOAD(y, R2);
    FENCE(F2);
    STORE(x, 1, W2);
    return 0;
}

int main(void)
{
    RUN(first, second);
    assert(!(r1 == 1 && r2 == 1)); /* violation */
    return 0;
}
