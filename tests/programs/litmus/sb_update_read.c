/* SB in which the flags are read by updates.
 * Weak: both find 0. */
#include "litmus.h"

static atomic_int x, y;
static int r1, r2;

THREAD(first)
{
    STORE(x, 1, W1);
    r1 = UPDATE(y, 0, U1);
    return 0;
}

THREAD(second)
{
    STORE(y, 1, W2);
    r2 = UPDATE(x, 0, U2);
    return 0;
}

int main(void)
{
    RUN(first, second);
    assert(!(r1 == 0 && r2 == 0)); /* violation */
    return 0;
}
