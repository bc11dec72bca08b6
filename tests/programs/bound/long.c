/* Loops that are long, and have an end: a bound that is large enough says everything about them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *count(void *unused)
{
    for (int i = 1; i <= 5000; i++)
        atomic_store_explicit(&counter, i, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, count, 0);
    pthread_join(thread, 0);
#ifdef BUG
    assert(counter < 5000); /* violation */
#else
    assert(counter == 5000);
#endif
    return 0;
}
