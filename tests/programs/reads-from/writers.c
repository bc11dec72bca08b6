/* WRITERS threads write, and one reads: what it reads makes the executions, not the order of the writes. Main reads at the end as
 * well if LAST is defined, which tells which write came last. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef WRITERS
#define WRITERS 4
#endif
#ifndef ORDER
#define ORDER memory_order_seq_cst
#endif

static atomic_int x;

static void *writer(void *arg)
{
    atomic_store_explicit(&x, (int)(long)arg, ORDER);
    return 0;
}

static void *reader(void *arg)
{
    atomic_load_explicit(&x, ORDER);
    return arg;
}

int main(void)
{
    pthread_t threads[WRITERS + 1];
    for (long i = 0; i < WRITERS; i++)
        pthread_create(&threads[i], 0, writer, (void *)(i + 1));
    pthread_create(&threads[WRITERS], 0, reader, 0);
    for (int i = 0; i <= WRITERS; i++)
        pthread_join(threads[i], 0);
#ifdef LAST
    atomic_load_explicit(&x, ORDER);
#endif
    return 0;
}
