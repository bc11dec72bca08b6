/* Only the bits that decide matter: half of a word is written, and only that half is looked at.
 * -DBUG looks at the other half. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    unsigned *p = malloc(sizeof *p);
    ((unsigned short *)p)[0] = 0x1234;
    unsigned v = *p;
    assert((v & 0xffff) == 0x1234);
    assert((unsigned short)v == 0x1234);
#ifdef BUG
    assert(v >> 16 == 0); /* violation */
#endif
    free(p);
    return 0;
}
