/* Two updates of one variable.
 * Weak: they find the same value. */
#include "litmus.h"

static atomic_int x;
static int r1, r2;

THREAD(first)
{
    r1 = UPDATE(x, 1, U1);
    return 0;
}

THREAD(second)
{
    r2 = UPDATE(x, 1, U2);
    return 0;
}

int main(void)
{
    RUN(first, second);
    assert(!(r1 == r2)); /* violation */
    return 0;
}
