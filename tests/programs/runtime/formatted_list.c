/* vsnprintf and vsprintf: the format and the values come from somewhere else.
 *
 * FLOAT: numbers with a point are not supported there.
 */
#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char text[64];

static int format(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    int length = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    return length;
}

static int format_to(char *place, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    int length = vsprintf(place, format, values); /* violation */
    va_end(values);
    return length;
}

int main(void)
{
    assert(format("%s is %d%% of %u, %x%c", "this", -12, 4000000000u, 0xbeefu, '!') == 33);
    assert(!strcmp(text, "this is -12% of 4000000000, beef!"));
    assert(format("%ld %hhd %hd %zu", LONG_MIN, 300, 70000, sizeof text) == 31);
    assert(!strcmp(text, "-9223372036854775808 44 4464 64"));
    assert(format("%5d|%-4d|%03d|%05d|%3s|%-3s|%.2s|%o", 12, -7, 5, -42, "a", "b", "cde", 8u) == 34);
    assert(!strcmp(text, "   12|-7  |005|-0042|  a|b  |cd|10"));
    assert(format("%4c%2d%08lx%p", 'x', 1234, 0xabcul, (void *)0x1f) == 20);
    assert(!strcmp(text, "   x123400000abc0x1f"));
    assert(format("%*d%-*d|%.*s", 3, 7, 3, 8, 1, "xy") == 8 && !strcmp(text, "  78  |x"));
    assert(format("%d %d %d %d %d %d %d %d", 1, 2, 3, 4, 5, 6, 7, 8) == 15);
    assert(format("%+d|% d|%#x|%X|%#o|%#5x|%-#6X|", 5, 6, 255, 255, 8, 7, 10) == 31);
    assert(!strcmp(text, "+5| 6|0xff|FF|010|  0x7|0XA   |"));
    assert(format("%.5d|%8.3d|%-8.3d|%08.3d|%.0d|%.*d|%.0s", 42, 7, 7, 7, 0, -1, 9, "x") == 36);
    assert(!strcmp(text, "00042|     007|007     |     007||9|"));
    int written;
    assert(format("abc%n%hhd", &written, 1) == 4 && written == 3);
    char small[4];
    assert(format_to(small, "%d", 123) == 3 && !strcmp(small, "123"));
#ifdef BUG
    format_to(small, "%d", 1234);
#endif
#ifdef FLOAT
    format("%f", 1.0);
#endif
    return 0;
}
