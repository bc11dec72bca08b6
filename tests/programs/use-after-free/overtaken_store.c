/* What is in an object is written before its address is published. Where stores may overtake each
 * other, it is freed before it is written: the thread that writes has gone on long ago. What
 * `calloc` writes is no exception.
 *
 * BUG: the address is published with a relaxed store.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef BUG
#define PUBLISHED memory_order_relaxed
#else
#define PUBLISHED memory_order_release
#endif

static _Atomic(atomic_int *) shared;

static void *first(void *unused)
{
#ifdef ZEROED
    atomic_int *own = calloc(1, sizeof *own);
#else
    atomic_int *own = malloc(sizeof *own);
    *(volatile int *)own = 0; /* violation */
#endif
    atomic_store_explicit(&shared, own, PUBLISHED);
    return NULL;
}

static void *second(void *unused)
{
#ifdef ZEROED
    atomic_int *early = atomic_load_explicit(&shared, memory_order_acquire);
    if (early)
        atomic_store(early, 7);
#endif
#ifdef LATE
    atomic_int *own = atomic_load_explicit(&shared, memory_order_relaxed);
#else
    atomic_int *own = atomic_load_explicit(&shared, memory_order_acquire);
#endif
    free(own);
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
