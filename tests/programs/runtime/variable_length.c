/* A local array whose length is computed. -DBUG leaves it. */
#include <assert.h>

static int triangle(int n)
{
    int a[n];
    a[0] = 1;
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1] + i + 1;
#ifdef BUG
    return a[n]; /* violation */
#else
    return a[n - 1];
#endif
}

int main(void)
{
    assert(triangle(1) == 1 && triangle(4) == 10);
    return 0;
}
