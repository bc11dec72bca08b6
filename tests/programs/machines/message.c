/* A message: the data, then a flag. Without anything that orders the two on both sides, machines lose it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef WRITE
#define WRITE memory_order_relaxed
#endif
#ifndef READ
#define READ memory_order_relaxed
#endif
#ifdef FENCES
#define BETWEEN() atomic_thread_fence(FENCES)
#else
#define BETWEEN()
#endif

static atomic_int data, flag;
static int seen, found;

static void *tell(void *unused)
{
    atomic_store_explicit(&data, 1, memory_order_relaxed);
    BETWEEN();
    atomic_store_explicit(&flag, 1, WRITE);
    return unused;
}

static void *hear(void *unused)
{
    seen = atomic_load_explicit(&flag, READ);
#ifdef ADDRESS
    found = atomic_load_explicit(&data + (seen ^ seen), memory_order_relaxed);
#elif defined(CONTROL)
    if (seen)
        found = atomic_load_explicit(&data, memory_order_relaxed);
#else
    BETWEEN();
    found = atomic_load_explicit(&data, memory_order_relaxed);
#endif
    return unused;
}

int main(void)
{
    pthread_t teller, hearer;
    pthread_create(&teller, NULL, tell, NULL);
    pthread_create(&hearer, NULL, hear, NULL);
    pthread_join(teller, NULL);
    pthread_join(hearer, NULL);
    assert(!seen || found); /* violation */
    return 0;
}
