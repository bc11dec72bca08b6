/* Z6.1: two writes that are overwritten, and one that is seen between them.
 * Weak: all three. */
#include "litmus.h"

static atomic_int x, y, z;
static int r1;

THREAD(first)
{
    STORE(x, 2, W1);
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
    STORE(x, 1, W5);
    return 0;
}

int main(void)
{
    RUN(first, second, third);
    assert(!(LAST(y) == 2 && r1 == 1 && LAST(x) == 2)); /* violation */
    return 0;
}
