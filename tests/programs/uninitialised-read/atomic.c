/* An atomic update needs an initialised location; atomic_init provides it. */
#include <stdatomic.h>
#include <stdlib.h>

int main(void)
{
    atomic_int *p = malloc(sizeof *p);
#ifndef BUG
    atomic_init(p, 0);
#endif
    atomic_fetch_add(p, 1); /* violation */
    free(p);
    return 0;
}
