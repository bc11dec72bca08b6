/* A loop over private memory that looks the same for very long, and ends. */
#include <assert.h>

static void count(int *p, int *wheel)
{
    while (*p < 2000000) {
        *wheel ^= 1;
        *p += 1;
    }
}

int main(void)
{
    int a[2] = {0, 0};
    count(&a[0], &a[1]);
#ifdef BUG
    assert(a[1] == 1); /* violation */
#endif
    return 0;
}
