/* Global arrays, past the end and before the start; a pointer to one past the end is no access. */
#include <assert.h>

static int first[3], second[3] = { 4, 5, 6 };

int main(void)
{
    int s = 0;
    for (int *p = second; p != second + 3; p++)
        s += *p;
    assert(s == 15);
    int *p = second;
#if BUG == 1
    p[3] = 0; /* violation one */
#elif BUG == 2
    p[-1] = 0; /* violation two */
#endif
    return first[0] + p[0] - 4;
}
