/* Every way in which memory that was never written decides something. */
#include <stdlib.h>

static int table[4];

int main(void)
{
    int *p = malloc(sizeof *p);
#ifndef BUG
    *p = 1;
#endif
    int v = *p; /* copying decides nothing */
#if BUG == 1
    table[v] = 1; /* violation index */
#elif BUG == 2
    return 10 / v; /* violation divisor */
#elif BUG == 3
    switch (v) { /* violation switch */
    case 1:
        table[0] = 1;
    }
#elif BUG == 4
    free(*(void **)malloc(8)); /* violation free */
#elif BUG == 5
    while (v--) /* violation loop */
        table[0]++;
#else
    table[0] = v;
#endif
    free(p);
    return 0;
}
