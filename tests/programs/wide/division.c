/* Division of integers of 128 bits: quotient and rest, with signs and without. */
#include <assert.h>

typedef unsigned __int128 wide;
typedef __int128 signed_wide;

#define WIDE(high, low) ((wide)(high) << 64 | (low))

static volatile wide large = WIDE(0xfedcba9876543210u, 0x0123456789abcdefu), zero;
static volatile signed_wide minus = -1000000000000000000;

int main(void)
{
    assert(large / 3 * 3 + large % 3 == large && large % 3 < 3);
    /* From Python. */
    assert(large / 1000000007u == WIDE(0x4469ff98fu, 0xf093d62f6a97569cu));
    assert(large % 1000000007u == 660166571u);
    assert(large / (large - 1) == 1 && large % (large - 1) == 1 && large / (large + 1) == 0);
    assert((large >> 1) / WIDE(1, 0) == 0xfedcba9876543210u >> 1);
    signed_wide product = minus * 1000000000000000000;
    assert(product / minus == 1000000000000000000 && product % minus == 0);
    assert((product - 1) / minus == 1000000000000000000 && (product - 1) % minus == -1);
    assert(minus / 7 == -142857142857142857 && minus % 7 == -1 && minus / -7 == 142857142857142857);
#ifdef BUG
    return (int)(large % zero); /* violation */
#endif
#ifdef LEAST
    signed_wide least = (signed_wide)WIDE(1ull << 63, 0);
    return (int)(least / (minus / 1000000000000000000)); /* violation */
#endif
    return 0;
}
