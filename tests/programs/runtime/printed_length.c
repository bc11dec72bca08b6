/* What output returns: how much was written, or less than zero if writing fails, which it can wherever the program looks. */
#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static int from_list(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vprintf(format, list);
    va_end(list);
    return length;
}

int main(void)
{
    const char *chosen = "%d%%";
    const char *volatile unknown = chosen;
#if WHICH == 1
    int length = printf("%d %s\n", 42, "abc");
    assert(length == 7 || length < 0);
#elif WHICH == 2
    int length = fprintf(stderr, "%5x|%c", 255u, 'y');
    assert(length == 7 || (length < 0 && errno == EIO));
#elif WHICH == 3
    int length = from_list("%s%+d", "ab", 7);
    assert(length == 4 || length < 0);
#elif WHICH == 4
    int length = printf(unknown, 12);
    assert(length == 3 || length < 0);
#elif WHICH == 5
    assert(putchar(0x141) == 'A' || errno == EIO);
    int length = puts("x");
    assert(length >= 0 || length == EOF);
#elif WHICH == 6
    long length = write(1, "abcd", 4);
    assert(length == 4 || length == -1 || length == 2);
#else
    printf("abc");
    puts("x");
    fflush(stdout);
#endif
#ifdef BUG
    assert(length >= 0); /* violation */
#endif
    return 0;
}
