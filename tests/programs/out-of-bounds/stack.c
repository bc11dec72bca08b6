/* A local array, read past its end and before its start. -DBUG=1, -DBUG=2. */
#include <assert.h>

static int sum(const int *a, int from, int to)
{
    int s = 0;
    for (int i = from; i < to; i++)
        s += a[i]; /* violation */
    return s;
}

int main(void)
{
    int before[4] = { 0 };
    int a[4] = { 1, 2, 3, 4 };
    int after[4] = { 0 };
#ifndef BUG
    assert(sum(a, 0, 4) == 10);
#elif BUG == 1
    sum(a, 0, 5);
#else
    sum(a, -1, 4);
#endif
    return before[0] + after[0];
}
