/* Two threads that each raise a flag and look at the other's: only full fences, or seq_cst accesses, keep both from missing it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef ORDER
#define ORDER memory_order_seq_cst
#endif
#if defined(FENCE)
#define BETWEEN() atomic_thread_fence(FENCE)
#else
#define BETWEEN()
#endif

static atomic_int flags[2];
static int seen[2];

static void *raise_and_look(void *index)
{
    size_t me = (size_t)index;
#ifdef UPDATE
    atomic_fetch_add_explicit(&flags[me], 1, ORDER);
#else
    atomic_store_explicit(&flags[me], 1, ORDER == memory_order_acquire ? memory_order_release : ORDER);
#endif
    BETWEEN();
    seen[me] = atomic_load_explicit(&flags[1 - me], ORDER);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (size_t index = 0; index < 2; index++)
        pthread_create(&threads[index], NULL, raise_and_look, (void *)index);
    for (size_t index = 0; index < 2; index++)
        pthread_join(threads[index], NULL);
    assert(seen[0] || seen[1]); /* violation */
    return 0;
}
