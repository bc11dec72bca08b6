/* Recursion with large local variables: deeper than there is room for. */
#include <assert.h>
#include <pthread.h>

#ifdef BUG
#define DEPTH 100
#else
#define DEPTH 10
#endif

static int deep(int n)
{
    volatile char room[100000];
    room[n] = (char)n;
    return n == 0 ? room[0] : deep(n - 1) + room[n]; /* violation */
}

static void *child(void *unused)
{
    assert(deep(DEPTH) == DEPTH * (DEPTH + 1) / 2);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, child, 0);
    pthread_join(t, 0);
#ifdef LARGE
    volatile int all[3000000], index = 0; /* twelve million bytes at once */
    all[index] = 1;
    return all[index] - 1;
#endif
    return 0;
}
