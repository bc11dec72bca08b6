/* Store buffering without an assertion: what each model allows beyond sequential consistency. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *left(void *arg)
{
    atomic_store_explicit(&x, 1, memory_order_release);
#ifdef FENCE
    atomic_thread_fence(memory_order_seq_cst);
#endif
    return (void *)(long)atomic_load_explicit(&y, memory_order_acquire);
}

static void *right(void *arg)
{
    atomic_store_explicit(&y, 1, memory_order_release);
#ifdef FENCE
    atomic_thread_fence(memory_order_seq_cst);
#endif
    return (void *)(long)atomic_load_explicit(&x, memory_order_acquire);
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
