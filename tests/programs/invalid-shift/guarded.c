/* A shift whose amount is looked at first. An optimising compiler shifts in any case, and chooses
 * afterwards: that is no shift by too much. With -DBUG nothing looks at the amount. */
#include <assert.h>
#include <stdatomic.h>

static atomic_uint amount = 40;

static unsigned shifted(unsigned value, unsigned by)
{
#ifdef BUG
    return value << by; /* violation */
#else
    return by < 32 ? value << by : 0;
#endif
}

#if __SIZEOF_INT128__
static unsigned __int128 shifted_wide(unsigned __int128 value, unsigned by)
{
    return by < 128 ? value >> by : 0;
}
#endif

int main(void)
{
    unsigned by = atomic_load(&amount);

    assert(shifted(1, by) == 0);
    assert(shifted(1, by & 31) == 256);
#if __SIZEOF_INT128__
    assert(shifted_wide(5, by * 4) == 0);
    assert(shifted_wide((unsigned __int128)5 << 100, by + 60) == 5);
#endif
    return 0;
}
