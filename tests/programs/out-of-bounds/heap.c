/* A heap block, written past its end, before its start, and half outside. -DBUG=1, 2, 3. */
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *a = malloc(10);
    char *b = malloc(10);
    memset(a, 0, 10);
#ifndef BUG
    a[9] = 1;
#elif BUG == 1
    a[10] = 1; /* violation one */
#elif BUG == 2
    b[-1] = 1; /* violation two */
#else
    *(int *)(a + 8) = 1; /* violation three */
#endif
    free(a);
    free(b);
    return 0;
}
