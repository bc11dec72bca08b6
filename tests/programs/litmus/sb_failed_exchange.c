/* SB with a compare-exchange that fails in the place of a fence.
 * Weak: both read 0. */
#include "litmus.h"

static atomic_int x, z, y;
static int r1, r2;

THREAD(first)
{
    STORE(x, 1, W1);
    EXCHANGE(z, 1, 2, U1, C1);
    r1 = LOAD(y, R1);
    return 0;
}

THREAD(second)
{
    STORE(y, 1, W2);
    EXCHANGE(z, 1, 2, U2, C2);
    r2 = LOAD(x, R2);
    return 0;
}

int main(void)
{
    RUN(first, second);
    assert(!(r1 == 0 && r2 == 0)); /* violation */
    return 0;
}
