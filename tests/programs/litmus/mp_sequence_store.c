/* MP in which another thread overwrites the flag: a store by another thread ends a release sequence.
 * Weak: that later value is seen, and the message is not. */
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
    STORE(y, 2, W3);
    return 0;
}

THREAD(third)
{
    r1 = LOAD(y, R1);
    r2 = LOAD(x, R2);
    return 0;
}

int main(void)
{
    RUN(first, second, third);
    assert(!(r1 == 2 && r2 == 0 && LAST(y) == 2)); /* violation */
    return 0;
}
