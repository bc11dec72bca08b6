/* Two compare-exchanges of which one can succeed.
 * Weak: both do. */
#include "litmus.h"

static atomic_int x;
static int r1, r2;

THREAD(first)
{
    r1 = EXCHANGE(x, 0, 1, U1, C1);
    return 0;
}

THREAD(second)
{
    r2 = EXCHANGE(x, 0, 1, U2, C2);
    return 0;
}

int main(void)
{
    RUN(first, second);
    assert(!(r1 == 0 && r2 == 0)); /* violation */
    return 0;
}
