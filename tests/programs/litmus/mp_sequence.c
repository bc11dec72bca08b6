/* MP with a release sequence: the flag is written again by the same thread.
 * Weak: the second value of the flag is seen, and the message is not. */
#include "litmus.h"

static atomic_int x, y;
static int r1, r2;

THREAD(first)
{
    STORE(x, 1, W1);
    FENCE(F1);
    STORE(y, 1, W2);
    STORE(y, 2, W3);
    return 0;
}

THREAD(second)
{
    r1 = LOAD(y, R1);
    FENCE(F2);
    r2 = LOAD(x, R2);
    return 0;
}

int main(void)
{
    RUN(first, second);
    assert(!(r1 == 2 && r2 == 0)); /* violation */
    return 0;
}
