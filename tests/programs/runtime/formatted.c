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
#ifdef BUG
    sprintf(small, "%d", 123456); /* violation */
#endif
    return 0;
}
