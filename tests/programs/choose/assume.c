/* An assumption about what another thread wrote: the executions in which it fails are blocked. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *work(void *arg)
{
    (void)arg;
    atomic_store(&x, 1);
    atomic_store(&x, 2);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    int v = atomic_load(&x);
    __VERIFIER_assume(v != 0);
    assert(v == 1 || v == 2);
    heddle_assume(v == 2);
    pthread_join(t, 0);
    return 0;
}
