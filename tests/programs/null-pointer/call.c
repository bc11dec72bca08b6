/* A call through a table of functions with a hole. -DBUG falls into it. */
#include <assert.h>

static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*const table[])(void) = { one, two, 0 };

static int call(int i)
{
    return table[i](); /* violation */
}

int main(void)
{
    assert(call(0) == 1);
    assert(call(1) == 2);
#ifdef BUG
    call(2);
#endif
    return 0;
}
