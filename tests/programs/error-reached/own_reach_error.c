/* A program may bring its own reach_error, as competition programs do. To call it is the error,
 * also if it does nothing (EMPTY). */
#include <assert.h>

#ifdef EMPTY
void reach_error(void) {}
#else
void reach_error(void) { assert(0 && "reached"); }
#endif

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
#ifdef AFTERWARDS
    int *nowhere = 0;
    *nowhere = 1; /* violation of another property */
#endif
    return 0;
}
