/* Division and remainder by zero, signed and unsigned, and the quotient that does not fit. */
#include <assert.h>
#include <limits.h>

static int zero, minus_one = -1;

int main(void)
{
    int least = INT_MIN;
    assert(7 / minus_one == -7 && 7 % minus_one == 0 && least / 2 == -1073741824);
#if BUG == 1
    return 7 / zero; /* violation one */
#elif BUG == 2
    return 7 % zero; /* violation two */
#elif BUG == 3
    return 7u / (unsigned)zero != 0; /* violation three */
#elif BUG == 4
    return least / minus_one; /* violation four */
#elif BUG == 5
    long l = LONG_MIN;
    return l % minus_one != 0; /* violation five */
#endif
    return 0;
}
