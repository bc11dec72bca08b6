/* More calls with local variables in memory than there are addresses for objects: those to which no pointer is left
   are used again. -DBUG lets one of them live on. */
#include <assert.h>
#include <string.h>

static int *kept;

struct numbers {
    int of[4];
};

static void swap(int *a, int *b)
{
    int old = *a;
    *a = *b;
    *b = old;
}

static int swapped(int i)
{
    int x = i, y = 2;
    swap(&x, &y);
    return x;
}

static int filled(int n)
{
    struct numbers a, b;
    for (int i = 0; i < 4; i++)
        a.of[i] = n + i;
    memcpy(&b, &a, sizeof b);
    return b.of[n & 3];
}

static int last(int n)
{
    int x[2] = {n, n};
#ifdef BUG
    if (n == 69000)
        kept = x;
#endif
    return x[n & 1];
}

int main(void)
{
    for (int i = 0; i < 70000; i++) {
        int sum = swapped(i) + filled(i);
        assert(sum == 2 + i + (i & 3));
    }
    last(69000);
    swapped(1);
    return kept ? *kept != 0 : 0; /* violation */
}
