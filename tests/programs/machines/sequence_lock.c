/* A sequence lock: the reader takes two values only if the sequence was even and has not changed. With NO_FENCE, the reader looks at the
 * sequence again without waiting for its loads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int sequence, first, second;

static void *writer(void *unused)
{
    atomic_store_explicit(&sequence, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&first, 1, memory_order_relaxed);
    atomic_store_explicit(&second, 1, memory_order_relaxed);
    atomic_store_explicit(&sequence, 2, memory_order_release);
    return unused;
}

static void *reader(void *unused)
{
    int before = atomic_load_explicit(&sequence, memory_order_acquire);
    int one = atomic_load_explicit(&first, memory_order_relaxed);
    int two = atomic_load_explicit(&second, memory_order_relaxed);
#ifndef NO_FENCE
    atomic_thread_fence(memory_order_acquire);
#endif
    int after = atomic_load_explicit(&sequence, memory_order_relaxed);
    if (before == after && before % 2 == 0)
        assert(one == two); /* violation */
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, writer, NULL);
    pthread_create(&threads[1], NULL, reader, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
