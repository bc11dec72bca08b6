/* An atomic object of more than sixteen bytes is a call into a library that is not there. */
#include <stdatomic.h>

struct three { long a, b, c; };
static _Atomic struct three shared;

int main(void)
{
    struct three t = atomic_load(&shared);
    return (int)t.a;
}
