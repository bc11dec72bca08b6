/* Within one atomic block, what comes later is later: memory is freed twice, or read when it is
 * gone. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int *_Atomic shared;

static void *publishes(void *unused)
{
    int *own = calloc(1, sizeof *own);
    atomic_store_explicit(&shared, own, memory_order_release);
    return unused;
}

static void *frees(void *unused)
{
    __VERIFIER_atomic_begin();
    if (shared)
#if defined(READ_FIRST)
        *(volatile int *)shared;
#else
        free(shared);
#endif
    if (shared)
#if defined(READ)
        *(volatile int *)shared; /* violation */
#else
        free(shared);
#endif
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, frees, 0);
    pthread_create(&thread, 0, publishes, 0);
    return 0;
}
