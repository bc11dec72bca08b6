/* calloc(2^32, 2^32) is too large for any machine: its size must not wrap to 0 bytes. */
#include <stdlib.h>

int main(void)
{
    char *p = calloc(1UL << 32, 1UL << 32);
    if (p)
        p[0] = 1;
    return 0;
}
