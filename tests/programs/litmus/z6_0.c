/* Z6.0: a write that is seen, one that is overwritten, and a read that misses the first.
 * Weak: all three. */
#include "litmus.h"

static atomic_int x, y, z;
static int r1, r2;

THREAD(first)
{
    STORE(x, 1, W1);
    FENCE(F1);
    STORE(y, 1, W2);
    return 0;
}

THREAD(second)
{
    r1 = LOAD(y, R1);
    FENCE(F2);
    STORE(z, 1, W3);
    return 0;
}

THREAD(third)
{
    STORE(z, 2, W4);
    FENCE(F3);
    r2 = LOAD(x, R2);
    return 0;
}

int main(void)
{
    RUN(first, second, third);
    assert(!(r1 == 1 && LAST(z) == 2 && r2 == 0)); /* violation */
    return 0;
}
