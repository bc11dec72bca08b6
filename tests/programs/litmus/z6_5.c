/* Z6.5: two writes that are overwritten, and a read that misses the first.
 * Weak: all three. */
#include "litmus.h"

static atomic_int x, y, z;
static int r1;

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
    STORE(z, 2, W5);
    FENCE(F3);
    r1 = LOAD(x, R1);
    return 0;
}

int main(void)
{
    RUN(first, second, third);
    assert(!(LAST(y) == 2 && LAST(z) == 2 && r1 == 0)); /* violation */
    return 0;
}
