/* MP with a release sequence: another thread updates the flag.
 * Weak: the updated flag is seen, and the message is not. */
#include "litmus.h"

static atomic_int x, y;
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
    r1 = UPDATE(y, 1, U1);
    return 0;
}

THREAD(third)
{
    r2 = LOAD(y, R1);
    FENCE(F2);
    r3 = LOAD(x, R2);
    return 0;
}

int main(void)
{
    RUN(first, second, third);
    assert(!(r1 == 1 && r2 == 2 && r3 == 0)); /* violation */
    return 0;
}
