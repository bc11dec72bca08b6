/* `%n` writes to memory, and `%m` depends on an error number. */
#include <stdio.h>

int main(void)
{
    int n = 5;
#if CASE == 1
    printf("text%n\n", &n);
#elif CASE == 2
    printf("%m\n");
#else
    printf("%-*d|%*d|%+.3d\n", 5, n, -5, n, n);
#endif
    return 0;
}
