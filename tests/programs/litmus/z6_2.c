/* Z6.2: two writes that are seen, and one that is overwritten.
 * Weak: all three. */
#include "litmus.h"

static atomic_int x, y, z;
static int r1, r2;

THREAD(first)
{
    STORE(x, 2, W1);
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
    r2 = LOAD(z, R2);
    FENCE(F3);
    STORE(x, 1, W4);
    return 0;
}

int main(void)
{
    RUN(first, second, third);
    assert(!(r1 == 1 && r2 == 1 && LAST(x) == 2)); /* violation */
    return 0;
}
