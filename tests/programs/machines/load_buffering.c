/* LB, load buffering: each thread reads what the other one writes last. Weak: both read it.
 * Machines may write before they have read, unless what is written, where, or whether depends on what
 * was read, in both threads. Values that only justify themselves are forbidden with it. */
#include "../litmus/litmus.h"

static atomic_int x[2], y[2];
static int r1, r2;

#define NOTHING(at, read) STORE((at)[0], 1, relaxed)
#define DATA(at, read) STORE((at)[0], 1 + ((read) ^ (read)), relaxed)
#define ADDRESS(at, read) STORE((at)[(read) & 0], 1, relaxed)
#define CONTROL(at, read) \
    if (read) \
    STORE((at)[0], 1, relaxed)

THREAD(first)
{
    int read = LOAD(x[0], relaxed);
    FIRST(y, read);
    r1 = read;
    return 0;
}

THREAD(second)
{
    int read = LOAD(y[0], relaxed);
    SECOND(x, read);
    r2 = read;
    return 0;
}

int main(void)
{
    RUN(first, second);
    assert(!(r1 == 1 && r2 == 1)); /* violation */
    return 0;
}
