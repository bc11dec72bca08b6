/* A C99 inline function of which no file has the external definition: at -O0, clang leaves the body out. */
#include <assert.h>

inline int twice(int x)
{
    return 2 * x;
}

int main(void)
{
#ifdef BUG
    assert(twice(2) == 5); /* violation */
#else
    assert(twice(2) == 4);
#endif
    return 0;
}
