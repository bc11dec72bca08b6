/* A weak compare-exchange in a loop: failing for no reason, it just tries again. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *inc(void *arg)
{
    (void)arg;
    int old;
    do
        old = atomic_load(&x);
    while (!atomic_compare_exchange_weak(&x, &old, old + 1));
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, inc, 0);
    pthread_create(&b, 0, inc, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(atomic_load(&x) == 2);
    return 0;
}
