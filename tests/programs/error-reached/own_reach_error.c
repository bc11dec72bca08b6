/* A program may bring its own reach_error, as competition programs do. */
#include <assert.h>

void reach_error(void) { assert(0 && "reached"); }

static int positive(int x) { return x > 0; }

int main(void)
{
#ifdef BUG
    int x = -1;
#else
    int x = 1;
#endif
    if (!positive(x))
        reach_error();
    return 0;
}
