/* RWC, read to write causality: SB with the first thread's write made by another thread.
 * Weak: the second thread sees x and not y, the third one has set y and does not see x. */
#include "litmus.h"

static atomic_int x, y;
static int r1, r2, r3;

THREAD(first)
{
    STORE(x, 1, W1);
    return 0;
}

THREAD(second)
{
    r1 = LOAD(x, R1);
    FENCE(F1);
    r2 = LOAD(y, R2);
    return 0;
}

THREAD(third)
{
    STORE(y, 1, W2);
    FENCE(F2);
    r3 = LOAD(x, R3);
    return 0;
}

int main(void)
{
    RUN(first, second, third);
    assert(!(r1 == 1 && r2 == 0 && r3 == 0)); /* violation */
    return 0;
}
