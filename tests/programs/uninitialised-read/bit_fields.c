/* A store to a bit-field reads the bits around it first; those may be uninitialised.
 * -DBUG reads a field that was never set. */
#include <assert.h>

struct flags { unsigned mode : 3, dirty : 1; int level : 12; };

int main(void)
{
    struct flags f;
    f.mode = 5;
    f.dirty = 1;
#ifndef BUG
    f.level = -7;
#endif
    f.mode++;
    assert(f.mode == 6 && f.dirty);
    assert(f.level == -7); /* violation */
    return 0;
}
