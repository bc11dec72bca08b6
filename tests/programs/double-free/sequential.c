/* One block freed through two pointers. Freeing null is fine. */
#include <stdlib.h>

int main(void)
{
    char *p = malloc(8), *q = p;
    free(p);
#ifndef BUG
    q = 0;
#endif
    free(q); /* violation */
    return 0;
}
