/* The test n6 of the x86-TSO papers: the first thread reads its own write before others see it.
 * Weak: it sees its own write and not y, and yet its write to x comes after the one that follows y. */
#include "litmus.h"

static atomic_int x, y;
static int r1, r2;

THREAD(first)
{
    STORE(x, 1, W1);
    r1 = LOAD(x, R1);
    r2 = LOAD(y, R2);
    return 0;
}

THREAD(second)
{
    STORE(y, 1, W2);
    STORE(x, 2, W3);
    return 0;
}

int main(void)
{
    RUN(first, second);
    assert(!(r1 == 1 && r2 == 0 && LAST(x) == 1)); /* violation */
    return 0;
}
