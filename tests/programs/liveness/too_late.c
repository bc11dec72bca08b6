/* A loop that waits for a value that is overwritten: it waits for ever if it comes too late. What it reads then it may
 * not have heard of in any other way, so that only co says that nothing else will come. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef ORDER
#define ORDER memory_order_relaxed
#endif

static atomic_int flag, other;

static void *setter(void *arg)
{
    atomic_store_explicit(&other, 1, ORDER);
    atomic_store_explicit(&flag, 1, ORDER);
    return arg;
}

static void *waiter(void *arg)
{
#ifdef ONE
    while (atomic_load_explicit(&flag, ORDER)) /* violation */
        ;
#else
    while (!atomic_load_explicit(&flag, ORDER) || atomic_load_explicit(&other, ORDER)) /* violation */
        ;
#endif
    return arg;
}

int main(void)
{
    pthread_t s, w;
    pthread_create(&s, 0, setter, 0);
    pthread_create(&w, 0, waiter, 0);
    pthread_join(s, 0);
    pthread_join(w, 0);
    return 0;
}
