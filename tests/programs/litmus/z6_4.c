/* Z6.4: a write that is overwritten, and two reads that miss a write.
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
    r1 = LOAD(z, R1);
    return 0;
}

THREAD(third)
{
    STORE(z, 1, W4);
    FENCE(F3);
    r2 = LOAD(x, R2);
    return 0;
}

int main(void)
{
    RUN(first, second, third);
    assert(!(LAST(y) == 2 && r1 == 0 && r2 == 0)); /* violation */
    return 0;
}
