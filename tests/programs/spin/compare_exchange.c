/* Increments by compare-exchange, reloading before each attempt: a failed attempt has no effect. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

static atomic_int x;

static void *inc(void *arg)
{
    (void)arg;
    int old;
    do
        old = atomic_load(&x);
    while (!atomic_compare_exchange_strong(&x, &old, old + 1));
    return 0;
}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, inc, 0);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(atomic_load(&x) == N);
    return 0;
}
