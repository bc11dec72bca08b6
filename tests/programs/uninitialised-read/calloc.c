/* calloc's memory is zero; -DBUG uses malloc. A union's bytes count as written by any member. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

union word { unsigned char byte[4]; unsigned whole; };

int main(void)
{
#ifdef BUG
    long *p = malloc(3 * sizeof *p);
#else
    long *p = calloc(3, sizeof *p);
#endif
    union word *w = malloc(sizeof *w);
    for (int i = 0; i < 4; i++)
        w->byte[i] = (unsigned char)i;
    assert(w->whole == 0x03020100);
    assert(p[2] == 0); /* violation */
    char buffer[16];
    memset(buffer, 1, sizeof buffer);
    assert(buffer[15] == 1);
    free(p);
    free(w);
    return 0;
}
