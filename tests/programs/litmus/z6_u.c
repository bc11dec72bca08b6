/* Z6.U (Lahav et al. 2017): the flag is updated, then overwritten, and who overwrote it misses the message.
 * Weak: all that. */
#include "litmus.h"

static atomic_int x, y;
static int r1, r2, r3;

THREAD(first)
{
    STORE(x, 1, W1);
    STORE(y, 1, W2);
    return 0;
}

THREAD(second)
{
    r1 = UPDATE(y, 1, U1);
    r2 = LOAD(y, R1);
    return 0;
}

THREAD(third)
{
    STORE(y, 3, W3);
    r3 = LOAD(x, R2);
    return 0;
}

int main(void)
{
    RUN(first, second, third);
    assert(!(r1 == 1 && r2 == 3 && r3 == 0)); /* violation */
    return 0;
}
