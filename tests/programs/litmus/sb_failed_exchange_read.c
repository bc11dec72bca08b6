/* SB in which the flags are read by compare-exchanges that fail.
 * Weak: both find 0. */
#include "litmus.h"

static atomic_int x, y;
static int r1, r2;

THREAD(first)
{
    STORE(x, 1, W1);
    r1 = EXCHANGE(y, 2, 3, U1, C1);
    return 0;
}

THREAD(second)
{
    STORE(y, 1, W2);
    r2 = EXCHANGE(x, 2, 3, U2, C2);
    return 0;
}

int main(void)
{
    RUN(first, second);
    assert(!(r1 == 0 && r2 == 0)); /* violation */
    return 0;
}
