/* Shifts by less than the width are fine at both ends; by the width, by more, or by a negative number not. */
#include <assert.h>

static int by;

int main(void)
{
    by = 31;
    assert(1u << by == 0x80000000u && 0x80000000u >> by == 1u && -8 >> 2 == -2);
    by = 63;
    assert(1ul << by >> by == 1ul);
    by = 0;
    assert(5 << by == 5);
#if BUG == 1
    by = 32;
    return 1u << by != 0; /* violation one */
#elif BUG == 2
    by = 64;
    return 1ul >> by != 0; /* violation two */
#elif BUG == 3
    by = -1;
    return 1 << by; /* violation three */
#endif
    return 0;
}
