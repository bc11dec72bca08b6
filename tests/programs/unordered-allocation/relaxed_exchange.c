/* An object is written to by the thread that creates it, and published by a relaxed exchange:
 * whether the other thread's store comes before that in coherence or after it, what is there at
 * first comes before both. ORDER is release in the right program. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifndef ORDER
#define ORDER memory_order_release
#endif

static _Atomic(atomic_int *) published;

static void *creates(void *arg)
{
    atomic_int *object = malloc(sizeof(*object));
    *(int *)object = 3;
    atomic_exchange_explicit(&published, object, ORDER);
    return arg;
}

static void *takes(void *arg)
{
    atomic_int *object = atomic_exchange_explicit(&published, 0, memory_order_acquire);
    int zero = 0;
    if (object) {
        atomic_store_explicit(object, 1, memory_order_release);
        atomic_compare_exchange_strong(object, &zero, 1);
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, creates, 0);
    pthread_create(&b, 0, takes, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
