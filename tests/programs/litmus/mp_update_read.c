/* MP in which the flag is read by an update.
 * Weak: the flag is seen and the message is not. */
#include "litmus.h"

static atomic_int x, y;
static int r1, r2;

THREAD(first)
{
    STORE(x, 1, W1);
    STORE(y, 1, W2);
    return 0;
}

THREAD(second)
{
    r1 = UPDATE(y, 0, U1);
    r2 = LOAD(x, R1);
    return 0;
}

int main(void)
{
    RUN(first, second);
    assert(!(r1 == 1 && r2 == 0)); /* violation */
    return 0;
}
