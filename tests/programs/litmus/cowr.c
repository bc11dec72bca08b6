/* CoWR: a write, then a read of the same variable.
 * Weak: the read sees what was before the write. */
#include "litmus.h"

static atomic_int x;
static int r1;

THREAD(first)
{
    STORE(x, 1, W1);
    r1 = LOAD(x, R1);
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
    assert(!(r1 == 0 || (r1 == 2 && LAST(x) == 1))); /* violation */
    return 0;
}
