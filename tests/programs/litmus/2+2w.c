/* 2+2W: two threads write to two variables, in opposite orders.
 * Weak: each one's first write is the last one. */
#include "litmus.h"

static atomic_int x, y;

THREAD(first)
{
    STORE(x, 1, W1);
    FENCE(F1);
    STORE(y, 2, W2);
    return 0;
}

THREAD(second)
{
    STORE(y, 1, W3);
    FENCE(F2);
    STORE(x, 2, W4);
    return 0;
}

int main(void)
{
    RUN(first, second);
    assert(!(LAST(x) == 1 && LAST(y) == 1)); /* violation */
    return 0;
}
