/* An update and a store.
 * Weak: the store comes between the read and the write of the update. */
#include "litmus.h"

static atomic_int x;
static int r1;

THREAD(first)
{
    r1 = UPDATE(x, 1, U1);
    return 0;
}

THREAD(second)
{
    STORE(x, 5, W1);
    return 0;
}

int main(void)
{
    RUN(first, second);
    assert(!(r1 == 0 && LAST(x) == 1)); /* violation */
    return 0;
}
