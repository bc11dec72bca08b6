/* Padding is never written, and copying it is fine: struct assignment copies all bytes.
 * -DBUG compares the padding byte. */
#include <assert.h>
#include <stdlib.h>

struct s { char c; int i; };

int main(void)
{
    struct s *a = malloc(sizeof *a), *b = malloc(sizeof *b), local;
    a->c = 'c';
    a->i = 5;
    *b = *a;
    local = *b;
    assert(local.c == 'c' && local.i == 5);
#ifdef BUG
    assert(((char *)b)[1] == 0); /* violation */
#endif
    free(a);
    free(b);
    return 0;
}
