/* Initialising a mutex between two accesses is no fence: message passing, and with SB store
 * buffering. FENCE: a fence in its place. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex[2];
static atomic_int x, y, seen;

static void between(int own)
{
#ifdef FENCE
    atomic_thread_fence(memory_order_seq_cst);
#else
    pthread_mutex_init(&mutex[own], 0);
#endif
}

static void *one(void *arg)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    between(0);
#ifdef SB
    atomic_store_explicit(&seen, atomic_load_explicit(&y, memory_order_relaxed) + 1, memory_order_relaxed);
#else
    atomic_store_explicit(&y, 1, memory_order_relaxed);
#endif
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, one, 0);
#ifdef SB
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    between(1);
    int zero = atomic_load_explicit(&x, memory_order_relaxed);
    pthread_join(other, 0);
    assert(zero || atomic_load(&seen) == 2); /* violation */
#else
    int first = atomic_load_explicit(&y, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    int second = atomic_load_explicit(&x, memory_order_relaxed);
    assert(!first || second);
    pthread_join(other, 0);
#endif
    return 0;
}
