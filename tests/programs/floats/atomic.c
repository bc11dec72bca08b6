/* Atomic floating-point numbers: a sum by compare-exchange, and by atomic addition, of which no
 * part is lost. With BUG, one thread loads and stores. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic double sum = 0.5;
static _Atomic float small = 1.0f;

static void *add(void *unused)
{
#ifdef BUG
    atomic_store(&sum, atomic_load(&sum) + 0.25);
#else
    double old = atomic_load_explicit(&sum, memory_order_relaxed);
    while (!atomic_compare_exchange_weak(&sum, &old, old + 0.25))
        ;
#endif
    small += 0.5f;
    return NULL;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, add, NULL);
    pthread_create(&two, NULL, add, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(small == 2.0f);
    assert(sum == 1.0); /* violation */
    return 0;
}
