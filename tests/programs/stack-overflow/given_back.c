/* An array of variable length is given back when its block is left, and what `alloca` gives when the
 * function returns: with -DBUG that is too much for one call. */
#include <alloca.h>

int main(void)
{
    volatile unsigned long n = 1000000;
    for (int i = 0; i < 20; i++) {
#ifdef BUG
        char *bytes = alloca(n); /* violation */
#else
        char bytes[n];
#endif
        bytes[0] = 1;
        bytes[n - 1] = 2;
    }
    return 0;
}
