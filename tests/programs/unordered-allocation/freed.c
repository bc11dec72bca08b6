/* An object's address is published, and another thread frees it without ever having looked at it.
 * It must know that it was allocated, and, of `calloc`, that the zeros are written.
 *
 * BUG: the address is read with a relaxed load.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef BUG
#define TAKEN memory_order_relaxed
#else
#define TAKEN memory_order_acquire
#endif

static _Atomic(int *) shared;

static void *first(void *unused)
{
#ifdef ZEROED
    int *own = calloc(4, sizeof *own);
#else
    int *own = malloc(4 * sizeof *own);
#endif
    atomic_store_explicit(&shared, own, memory_order_release);
    return NULL;
}

static void *second(void *unused)
{
    free(atomic_exchange_explicit(&shared, NULL, TAKEN)); /* violation */
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
