/* R: like SB, but the first thread writes to what the second one has written, instead of reading it.
 * Weak: its write comes first, and the second thread does not see what was before it. */
#include "litmus.h"

static atomic_int x, y;
static int r1;

THREAD(first)
{
    STORE(x, 1, W1);
    FENCE(F1);
    STORE(y, 1, W2);
    return 0;
}

THREAD(second)
{
    STORE(y, 2, W3);
    FENCE(F2);
    r1 = LOAD(x, R1);
    return 0;
}

int main(void)
{
    RUN(first, second);
    assert(!(LAST(y) == 2 && r1 == 0)); /* violation */
    return 0;
}
