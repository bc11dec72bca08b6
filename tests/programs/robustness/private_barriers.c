/* Store buffering, with something between the store and the load that is a full barrier on machines with store buffers, and is done to
 * memory that no other thread knows. In C11 it is none: only a seq_cst fence would be. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static atomic_int x, y;
static atomic_int of_main;
#ifdef SEEN
static _Atomic(atomic_int *) published;
#endif

static void barrier(atomic_int *own)
{
    atomic_int local;
#if defined(STORE)
    atomic_store(own, 1);
#elif defined(LOCAL)
    atomic_store(&local, 1);
#elif defined(GLOBAL)
    atomic_store(&of_main, 1);
#elif defined(UPDATE)
    atomic_fetch_add_explicit(own, 1, memory_order_relaxed);
#elif defined(EXCHANGE)
    atomic_exchange_explicit(own, 1, memory_order_relaxed);
#elif defined(FAILURE)
    int expected = 5;
    atomic_compare_exchange_strong_explicit(own, &expected, 1, memory_order_relaxed, memory_order_relaxed);
#elif defined(BLOCK)
    int *plain = (int *)own;
    __VERIFIER_atomic_begin();
    *plain = 1;
    __VERIFIER_atomic_end();
#elif defined(EMPTY_BLOCK)
    __VERIFIER_atomic_begin();
    __VERIFIER_atomic_end();
#elif defined(NO_BARRIER)
    atomic_store_explicit(own, 1, memory_order_release);
    (void)atomic_load(own);
#endif
}

static int side(atomic_int *mine, atomic_int *other)
{
    atomic_int *own = calloc(1, sizeof *own);
    atomic_store_explicit(mine, 1, memory_order_relaxed);
#ifdef SEEN
    atomic_store_explicit(&published, own, memory_order_release);
#endif
    barrier(own);
    int seen = atomic_load_explicit(other, memory_order_relaxed);
#ifdef SEEN
    atomic_int *others = atomic_load_explicit(&published, memory_order_relaxed);
    if (seen && others != own)
        atomic_store_explicit(others, 2, memory_order_relaxed);
#endif
    return seen;
}

static void *right(void *arg)
{
    (void)arg;
#ifdef GLOBAL
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    return (void *)(long)atomic_load_explicit(&x, memory_order_relaxed);
#else
    return (void *)(long)side(&y, &x);
#endif
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, right, 0);
    return side(&x, &y) > 1;
}
