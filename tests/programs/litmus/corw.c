/* CoRW: a read, then a write to the same variable.
 * Weak: the read sees that write, or one after it. */
#include "litmus.h"

static atomic_int x;
static int r1;

THREAD(first)
{
    r1 = LOAD(x, R1);
    STORE(x, 1, W1);
    return 0;
}

THREAD(second)
{
    STORE(x, 2, W2);
    return 0;
}

int main(void)
{
    RUN(first, second);
    assert(!(r1 == 1 || (r1 == 2 && LAST(x) == 2))); /* violation */
    return 0;
}
