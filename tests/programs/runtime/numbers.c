/* Numbers from texts: bases, signs, ends, and what does not fit. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <strings.h>

int main(void)
{
    char *end;
    const char *text = " -0x1Fz";
    assert(strtol(text, &end, 0) == -31 && end == text + 6);
    assert(strtol(text, &end, 16) == -31 && strtol("077", 0, 0) == 63 && strtol("077", 0, 10) == 77);
    assert(strtol("0x", &end, 16) == 0 && *end == 'x' && strtol("zz", 0, 36) == 35 * 36 + 35);
    assert(strtol("+", &end, 10) == 0 && *end == '+' && strtoll("-9223372036854775808", 0, 10) == LLONG_MIN);
    errno = 0;
    assert(strtol("9223372036854775807", 0, 10) == LONG_MAX && errno == 0);
    assert(strtol("9223372036854775808", 0, 10) == LONG_MAX && errno == ERANGE);
    assert(strtol("-9223372036854775809", 0, 10) == LONG_MIN);
    errno = 0;
    assert(strtoul("18446744073709551615", 0, 10) == ULONG_MAX && errno == 0);
    assert(strtoull("18446744073709551616", 0, 10) == ULLONG_MAX && errno == ERANGE);
    assert(strtoul("-1", 0, 10) == ULONG_MAX && atoll("-77") == -77 && llabs(-5) == 5);
    assert(ffs(0) == 0 && ffs(8) == 4);
    volatile double half = 2.5;
    assert(lround(half) == 3 && lround(-half) == -3 && lrint(half) == 2 && llround(half) == 3);
    volatile float small = 0.5f;
    assert(llrint(half) == 2 && lroundf(small) == 1 && lrintf(small) == 0 && llroundf(small) == 1 && llrintf(small) == 0);
#ifdef BUG
    assert(strtol("12", &end, 2) == 12); /* violation */
#endif
    return 0;
}
