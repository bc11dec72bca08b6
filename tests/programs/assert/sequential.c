/* An assertion in a program with one thread. -DBUG makes it fail, -DNDEBUG takes it away. */
#include <assert.h>

static int square(int x)
{
#ifdef BUG
    return x + x;
#else
    return x * x;
#endif
}

int main(void)
{
    int y = square(3);
    assert(y == 9); /* violation */
    return 0;
}
