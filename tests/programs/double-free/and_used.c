/* Two threads free an object and one of them uses it afterwards: with --keep-going, both is
 * reported. BUG=2: only one frees it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int *object;
static atomic_int turn;

static void *frees(void *arg)
{
    atomic_store_explicit(object, 2, memory_order_release);
    free((void *)object);
    return arg;
}

static void *uses(void *arg)
{
    int zero = 0;
    if (BUG == 1 && atomic_compare_exchange_strong(&turn, &zero, 1))
        free((void *)object);
    atomic_load_explicit(object, memory_order_acquire);
    atomic_fetch_or(object, 2);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    object = calloc(1, sizeof(*object));
    pthread_create(&a, 0, frees, 0);
    pthread_create(&b, 0, uses, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
