/* After the read of an atomic block there is a choice, and both of its values come with every store
 * that is read. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
_Bool __VERIFIER_nondet_bool(void);

static atomic_int x;

static void *writes(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    return unused;
}

static void *chooses(void *unused)
{
    int read, chosen;
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    __VERIFIER_atomic_begin();
    read = atomic_load_explicit(&x, memory_order_relaxed);
    chosen = __VERIFIER_nondet_bool();
    __VERIFIER_atomic_end();
    assert(!(read == 1 && chosen)); /* violation */
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writes, 0);
    pthread_create(&thread, 0, chooses, 0);
    return 0;
}
