/* A function returns the address of its own variable. -DBUG uses it. */
#include <assert.h>

static int *keep;

static int *local(int v)
{
    int x = v;
    keep = &x;
    return keep;
}

static int twice(int *p) { return 2 * *p; }

int main(void)
{
    int y = 4;
    assert(twice(&y) == 8); /* passing an address down is fine */
    int *p = local(3);
#ifdef BUG
    *p = 5; /* violation */
#endif
    return p == &y;
}
