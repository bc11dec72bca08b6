/* CoRR: two reads of one variable.
 * Weak: they see its writes in the wrong order. */
#include "litmus.h"

static atomic_int x;
static int r1, r2;

THREAD(first)
{
    STORE(x, 1, W1);
    return 0;
}

THREAD(second)
{
    r1 = LOAD(x, R1);
    r2 = LOAD(x, R2);
    return 0;
}

int main(void)
{
    RUN(first, second);
    assert(!(r1 == 1 && r2 == 0)); /* violation */
    return 0;
}
