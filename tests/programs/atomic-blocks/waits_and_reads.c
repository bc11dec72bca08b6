/* A block begins with a lock, and then reads. Where it waits for ever at the end of an exploration, it matters for what it reads what it would
 * have found, had it come before the one that keeps the mutex. */
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;

static void *block(void *arg)
{
    (void)arg;
    __VERIFIER_atomic_begin();
    pthread_mutex_lock(&m);
    atomic_load_explicit(&y, memory_order_relaxed);
    pthread_mutex_unlock(&m);
    __VERIFIER_atomic_end();
    return 0;
}

static void *keep(void *arg)
{
    (void)arg;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    pthread_mutex_lock(&m);
    return 0;
}

static void *store(void *arg)
{
    (void)arg;
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, block, 0);
    pthread_create(&t, 0, keep, 0);
    pthread_create(&t, 0, store, 0);
    return 0;
}
