/* The largest object there can be (8 MiB), and another one after it. -DBUG writes one past the end of the first
   one, which must not arrive in the second. */
#include <stdlib.h>

int main(void)
{
    char *large = malloc(1 << 23);
    char *next = malloc(16);
    next[0] = 1;
    large[(1 << 23) - 1] = 1;
#ifdef BUG
    large[1 << 23] = 7; /* violation */
#endif
    free(large);
    free(next);
    return 0;
}
