/* S: the second thread overwrites the message after it has seen the flag.
 * Weak: the message still comes later. */
#include "litmus.h"

static atomic_int x, y;
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
    r1 = LOAD(y, R1);
    FENCE(F2);
    STORE(x, 1, W3);
    return 0;
}

int main(void)
{
    RUN(first, second);
    assert(!(r1 == 1 && LAST(x) == 2)); /* violation */
    return 0;
}
