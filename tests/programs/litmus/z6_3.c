/* Z6.3: a write that is overwritten, one that is seen, and a read that misses the first.
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
    STORE(y, 2, W3);
    FENCE(F2);
    STORE(z, 1, W4);
    return 0;
}

THREAD(third)
{
    r1 = LOAD(z, R1);
    FENCE(F3);
    r2 = LOAD(x, R2);
    return 0;
}

int main(void)
{
    RUN(first, second, third);
    assert(!(LAST(y) == 2 && r1 == 1 && r2 == 0)); /* violation */
    return 0;
}
