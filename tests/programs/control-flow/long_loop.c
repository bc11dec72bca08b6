/* A million iterations that touch nothing shared are run, not explored. */
#include <assert.h>

int main(void)
{
    unsigned x = 1;
    for (int i = 0; i < 1000000; i++)
        x = x * 1664525u + 1013904223u;
    assert(x != 0);
    return 0;
}
