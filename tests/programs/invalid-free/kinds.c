/* What free must not be given: the middle of a block, a local, a global, a function, a number. */
#include <stdlib.h>

static int global;

static void drop(void *p)
{
    free(p); /* violation */
}

int main(void)
{
    int local = 0;
    int *heap = malloc(4 * sizeof *heap);
#ifndef BUG
    drop(heap);
    drop(NULL);
    drop(malloc(0));
#elif BUG == 1
    drop(heap + 1);
#elif BUG == 2
    drop(&local);
#elif BUG == 3
    drop(&global);
#elif BUG == 4
    drop((void *)main);
#endif
    return local + global;
}
