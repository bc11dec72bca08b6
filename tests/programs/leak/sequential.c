/* A block that is never freed. Leaks are violations only on request. */
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p), *q = calloc(1, sizeof *q);
    *p = 1;
    free(q);
#ifndef BUG
    free(p);
#endif
    return 0;
}
