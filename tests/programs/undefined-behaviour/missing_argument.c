/* A format that wants more arguments than there are (C11 7.21.6.1p2). Those that are too many are evaluated and ignored. */
#include <stdio.h>

int main(void)
{
    char text[16];
    int number = 5;
    printf("%d%%\n", number, number);
#if BUG == 1
    printf("%d %d\n", number); /* violation 1 */
#elif BUG == 2
    sprintf(text, "%s"); /* violation 2 */
#elif BUG == 3
    return fprintf(stderr, "%x %c\n", number) == 3; /* violation 3 */
#endif
    return sprintf(text, "%d", number, number) != 1;
}
