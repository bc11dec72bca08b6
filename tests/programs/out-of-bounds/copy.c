/* A block copy that is one element too long, in source and in target. -DBUG=1, -DBUG=2. */
#include <assert.h>
#include <string.h>

int main(void)
{
    long from[2] = { 1, 2 }, to[3] = { 0 }, small[2] = { 0 };
#ifndef BUG
    memcpy(to, from, sizeof from);
    memcpy(small, to, sizeof small);
#elif BUG == 1
    memcpy(to, from, sizeof to); /* violation one */
#else
    memcpy(small, to, sizeof to); /* violation two */
#endif
    assert(to[0] == 1 && to[1] == 2 && to[2] == 0 && small[1] == 2);
    return 0;
}
