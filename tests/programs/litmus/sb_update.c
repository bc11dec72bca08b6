/* SB in which the flags are set by updates.
 * Weak: both read 0. */
#include "litmus.h"

static atomic_int x, y;
static int r1, r2;

THREAD(first)
{
    UPDATE(x, 1, U1);
    r1 = LOAD(y, R1);
    return 0;
}

THREAD(second)
{
    UPDATE(y, 1, U2);
    r2 = LOAD(x, R2);
    return 0;
}

int main(void)
{
    RUN(first, second);
    assert(!(r1 == 0 && r2 == 0)); /* violation */
    return 0;
}
