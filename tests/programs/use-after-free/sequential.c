/* A block read and written after its free. -DBUG=1, -DBUG=2. Comparing the pointer is no access. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p), *q = p;
    *p = 3;
    int v = *q;
    free(p);
#if BUG == 1
    v = *q; /* violation one */
#elif BUG == 2
    *q = 4; /* violation two */
#endif
    assert(v == 3 && p == q);
    return 0;
}
