/* A weak compare-exchange that finds one of two stores that nothing orders: which of them, and whether it fails for no reason, are
   chosen at once. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *one(void *unused)
{
    atomic_store(&x, 1);
    return unused;
}

static void *two(void *unused)
{
    atomic_store(&x, 2);
    return unused;
}

static void *exchange(void *unused)
{
    int seen = 1;
    int done = atomic_compare_exchange_weak(&x, &seen, 3);
#ifdef BUG
    assert(done || seen != 1); /* violation */
#else
    assert(done ? seen == 1 : seen <= 2);
#endif
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], 0, one, 0);
    pthread_create(&threads[1], 0, two, 0);
    pthread_create(&threads[2], 0, exchange, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return 0;
}
