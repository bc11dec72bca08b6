/* Printing shows a value, so it must be initialised: as much of it as is shown. */
#include <stdio.h>

union word {
    int all;
    unsigned char low;
};

int main(void)
{
    int x;
    union word w;
    w.low = 7;
#ifndef BUG
    x = 1;
#endif
#if BUG == 1
    printf("%d\n", x); /* violation number */
#elif BUG == 2
    putchar(x); /* violation character */
#elif BUG == 3
    printf("%*d\n", x, 3); /* violation field width */
#elif BUG == 4
    fprintf(stderr, "%d %d\n", 1, w.all); /* violation: three of four bytes */
#elif BUG == 5
    char *text;
    puts(text); /* violation pointer */
#elif BUG == 6
    char *format;
    printf(format, 1); /* violation format */
#else
    printf("%d\n", x);
#endif
    printf("%hhd %c\n", w.all, w.all); /* one byte is shown */
    return 0;
}
