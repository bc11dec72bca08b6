/* CoRR with two writers and two readers.
 * Weak: the readers see the writes in different orders. */
#include "litmus.h"

static atomic_int x;
static int r1, r2, r3, r4;

THREAD(first)
{
    STORE(x, 1, W1);
    return 0;
}

THREAD(second)
{
    STORE(x, 2, W2);
    return 0;
}

THREAD(third)
{
    r1 = LOAD(x, R1);
    r2 = LOAD(x, R2);
    return 0;
}

THREAD(fourth)
{
    r3 = LOAD(x, R3);
    r4 = LOAD(x, R4);
    return 0;
}

int main(void)
{
    RUN(first, second, third, fourth);
    assert(!(r1 == 1 && r2 == 2 && r3 == 2 && r4 == 1)); /* violation */
    return 0;
}
