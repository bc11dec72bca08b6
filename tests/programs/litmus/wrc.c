/* WRC, write to read causality: the second thread passes on what it has seen.
 * Weak: the third one sees the flag and not what it stands for. */
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
    STORE(y, 1, W2);
    return 0;
}

THREAD(third)
{
    r2 = LOAD(y, R2);
    FENCE(F2);
    r3 = LOAD(x, R3);
    return 0;
}

int main(void)
{
    RUN(first, second, third);
    assert(!(r1 == 1 && r2 == 1 && r3 == 0)); /* violation */
    return 0;
}
