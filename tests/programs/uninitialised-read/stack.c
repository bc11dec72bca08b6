/* A local variable that only one branch sets decides another one. */
#include <assert.h>
#include <heddle.h>

static int pick(int i)
{
    int x;
    if (i > 0)
        x = i;
#ifndef BUG
    else
        x = 1;
#endif
    return x;
}

int main(void)
{
    int v = pick((int)heddle_choose(0, 2));
    assert(v > 0); /* violation */
    return 0;
}
