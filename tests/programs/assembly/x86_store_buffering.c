/* Store buffering by moves; with FENCE nothing of it is left, with LOCK neither, with SFENCE it is. */
#include "x86.h"
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static volatile u32 x, y, other;
static u32 seen[2];

static void between(void)
{
#if defined(FENCE)
    full_fence();
#elif defined(LOCK)
    increment(&other);
#elif defined(SFENCE)
    store_fence();
#endif
}

static void *left(void *unused)
{
    store(&x, 1);
    between();
    seen[0] = load(&y);
    return unused;
}

static void *right(void *unused)
{
    store(&y, 1);
    between();
    seen[1] = load(&x);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(seen[0] || seen[1]); /* violation */
    return 0;
}
