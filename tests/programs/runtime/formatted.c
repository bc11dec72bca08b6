/* snprintf writes what fits, ends the text, and returns how long it would be. */
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[40];
    int length = snprintf(text, sizeof text, "%s is %d%% of %u, %x%c", "this", -12, 4000000000u, 0xbeefu, '!');
    assert(length == 33 && !strcmp(text, "this is -12% of 4000000000, beef!"));
    length = snprintf(text, sizeof text, "%s is %d%% of %u%c", "it", -12, 400u, '!');
    assert(length == 18 && !strcmp(text, "it is -12% of 400!"));
    assert(snprintf(text, sizeof text, "%ld", LONG_MIN) == 20 && !strcmp(text, "-9223372036854775808"));
    assert(sprintf(text, "%lu and %d", ULONG_MAX, 0) == 26 && !strcmp(text + 20, " and 0"));
    char small[4] = "xyz";
    assert(snprintf(small, sizeof small, "%d", 123456) == 6 && !strcmp(small, "123"));
    assert(snprintf(small, 0, "abc") == 3 && small[0] == '1');
    assert(snprintf(text, sizeof text, "%5d|%-4d|%03d|%05d|%3s|%-3s|%.2s|%o", 12, -7, 5, -42, "a", "b", "cde", 8u) == 34);
    assert(!strcmp(text, "   12|-7  |005|-0042|  a|b  |cd|10"));
    assert(snprintf(text, sizeof text, "%4c%2d%08lx%p", 'x', 1234, 0xabcul, (void *)0x1f) == 20);
    assert(!strcmp(text, "   x123400000abc0x1f"));
#ifdef BUG
    sprintf(small, "%d", 123456); /* violation */
#endif
    return 0;
}
