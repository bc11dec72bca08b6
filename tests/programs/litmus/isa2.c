/* ISA2: MP in which another thread passes the flag on.
 * Weak: the last flag is seen and the message is not. */
#include "litmus.h"

static atomic_int x, y, z;
static int r1, r2, r3;

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
    r2 = LOAD(z, R2);
    FENCE(F3);
    r3 = LOAD(x, R3);
    return 0;
}

int main(void)
{
    RUN(first, second, third);
    assert(!(r1 == 1 && r2 == 1 && r3 == 0)); /* violation */
    return 0;
}
