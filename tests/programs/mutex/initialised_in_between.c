/* Initialising a mutex is no fence: it does not keep a load from overtaking a store. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, seen_x, seen_y;
static pthread_mutex_t own;

static void *one(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
#ifdef FENCE
    atomic_thread_fence(memory_order_seq_cst);
#endif
    pthread_mutex_init(&own, 0);
    atomic_store_explicit(&seen_y, atomic_load_explicit(&y, memory_order_relaxed), memory_order_relaxed);
    return unused;
}

static void *other(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_store_explicit(&seen_x, atomic_load_explicit(&x, memory_order_relaxed), memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, other, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(seen_x || seen_y); /* violation */
    return 0;
}
