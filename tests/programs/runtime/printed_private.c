/* Strings and formats that are built at run time, and strings that do not end where the precision does. */
#include <stdio.h>
#include <string.h>

int main(void)
{
    char open[3] = {'a', 'b', 'c'};
    char closed[8];
    char format[4] = {'%', 's', '\n', 0};
    int two = 2;
    memset(closed, 'k', 7);
    closed[7] = 0;
    printf(format, closed);
    puts(closed);
    printf("%.3s %.*s %.0s %d %%\n", open, two, open, (char *)0, two);
#if BUG == 1
    puts(open); /* violation: no zero */
#elif BUG == 2
    printf("%.*s\n", -two, open); /* violation: as if there were no precision */
#elif BUG == 3
    char fresh[2];
    fresh[0] = 'a';
    puts(fresh); /* violation: nobody knows where it ends */
#elif BUG == 4
    printf("%s\n", (char *)0); /* violation null */
#elif BUG == 5
    format[3] = 'x';
    printf(format, closed); /* violation: the format has no end */
#elif BUG == 6
    printf("%s\n", "constant" + 9); /* violation behind the end */
#endif
    return 0;
}
