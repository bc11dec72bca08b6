/* SB, store buffering: each thread sets its flag and reads the other one.
 * Weak: both read 0. */
#include "litmus.h"

static atomic_int x, y;
static int r1, r2;

THREAD(first)
{
    STORE(x, 1, W1);
    FENCE(F1);
    r1 = LOAD(y, R1);
    return 0;
}

THREAD(second)
{
    STORE(y, 1, W2);
    FENCE(F2);
    r2 = LOAD(x, R2);
    return 0;
}

int main(void)
{
    RUN(first, second);
    assert(!(r1 == 0 && r2 == 0)); /* violation */
    return 0;
}
