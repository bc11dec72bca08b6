/* A dangling pointer never meets the local variable of a later call, on whatever way it survived. */
#include <stdint.h>
#include <stdlib.h>

static int *kept;
static uintptr_t bits;
static int **heap;

struct pair {
    int first;
    int *second;
};

static int *same(int *p)
{
    return p;
}

static void keep(int depth, int *p)
{
    if (depth)
        keep(depth - 1, p + 1);
    else
        kept = p - 3;
}

static void lose(void)
{
    int x[1] = {5};
#if BUG == 1
    kept = same(x);
#elif BUG == 2
    keep(3, x);
#elif BUG == 3
    bits = (uintptr_t)x >> 2;
#elif BUG == 4
    for (int i = 0; i < 64; i++)
        if ((uintptr_t)x >> i & 1)
            bits |= (uintptr_t)1 << i;
#elif BUG == 5
    static const unsigned char table[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    for (int i = 0; i < 64; i += 4)
        bits |= (uintptr_t)table[(uintptr_t)x >> i & 15] << i;
#elif BUG == 6
    struct pair inner = {1, x};
    struct pair outer = inner;
    kept = outer.second;
#elif BUG == 7
    *heap = x;
#elif BUG == 8
    while (bits != (uintptr_t)x)
        bits += (uintptr_t)1 << 24;
#else
    x[0] = *same(x) + x[0];
#endif
}

static int *found(void)
{
#if BUG == 3
    return (int *)(bits << 2);
#elif BUG == 4 || BUG == 5 || BUG == 8
    return (int *)bits;
#elif BUG == 7
    return *heap;
#else
    return kept;
#endif
}

static int later(void)
{
    int y[1] = {7};
    int *dangling = found();
    same(y);
    if (dangling)
        return *dangling; /* violation */
    return y[0];
}

int main(void)
{
    heap = calloc(1, sizeof *heap);
    lose();
    return later() != 7;
}
