/* A number that a program writes down is the address of nothing, also if Heddle's own addresses look like it. Numbers in the
 * first page are null with an offset. */
#include <stdlib.h>

#ifndef ADDRESS
#define ADDRESS 0
#endif

static int global;

int main(void)
{
    int local = 1, *heap = malloc(sizeof *heap);
    *heap = global + local;
#ifdef BUG
    int *device = (int *)ADDRESS;
    *device = 1; /* violation */
#endif
    free(heap);
    return 0;
}
