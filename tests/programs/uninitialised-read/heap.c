/* Memory from malloc decides a branch. -DBUG forgets to write it. */
#include <stdlib.h>

int main(void)
{
    int *p = malloc(2 * sizeof *p);
    p[0] = 1;
#ifndef BUG
    p[1] = 2;
#endif
    int r = 0;
    if (p[1] > 1) /* violation */
        r = 1;
    free(p);
    return r - 1;
}
