/* CoWW: two writes of one thread to one variable.
 * Weak: the first one is the last one. */
#include "litmus.h"

static atomic_int x;
static int r1;

THREAD(first)
{
    STORE(x, 1, W1);
    STORE(x, 2, W2);
    return 0;
}

THREAD(second)
{
    r1 = LOAD(x, R1);
    return 0;
}

int main(void)
{
    RUN(first, second);
    assert(!(LAST(x) == 1)); /* violation */
    return 0;
}
