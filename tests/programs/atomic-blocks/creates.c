/* A thread that is created in an atomic block begins after all of the block: the block never reads
 * what the thread writes. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static atomic_int x;

static void *exchanges(void *unused)
{
    (void)atomic_exchange_explicit(&x, 2, memory_order_acq_rel);
    return unused;
}

static void *writes(void *unused)
{
    atomic_store(&x, 3);
    return unused;
}

static void *creates(void *unused)
{
    pthread_t thread;
    int read;
    __VERIFIER_atomic_begin();
    pthread_create(&thread, 0, writes, 0);
    read = atomic_load_explicit(&x, memory_order_relaxed);
    __VERIFIER_atomic_end();
    assert(read != 3);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, exchanges, 0);
    pthread_create(&thread, 0, creates, 0);
    return 0;
}
