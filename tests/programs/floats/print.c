/* Numbers with a point, printed; and one that is not initialised. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    double *number = malloc(sizeof *number);
#ifndef BUG
    *number = 2.5;
#endif
    printf("%f %.1e %g\n", *number, *number, *number); /* violation */
    free(number);
    return 0;
}
