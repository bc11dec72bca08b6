/* Who comes second wakes who came first. If both stores are still in their buffers, both believe that they were first, and wait for ever. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int here[2], go;

static void *meet(void *arg)
{
    int self = arg != 0;
    atomic_store_explicit(&here[self], 1, memory_order_relaxed);
#ifdef FENCE
    atomic_thread_fence(memory_order_seq_cst);
#endif
    if (atomic_load_explicit(&here[!self], memory_order_relaxed))
        atomic_store_explicit(&go, 1, memory_order_relaxed);
    else
        while (!atomic_load_explicit(&go, memory_order_relaxed)) /* violation */
            ;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, meet, 0);
    pthread_create(&b, 0, meet, &go);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
