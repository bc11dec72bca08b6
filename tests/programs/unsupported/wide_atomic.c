/* An atomic object of sixteen bytes is a call into a library that is not there. */
#include <stdatomic.h>

struct two { long a, b; };
static _Atomic struct two shared;

int main(void)
{
    struct two t = atomic_load(&shared);
    return (int)t.a;
}
