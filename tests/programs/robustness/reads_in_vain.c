/* Store buffering in which a failed attempt of a waiting loop is one of the reads. The loop goes on in the end, and
 * nothing else shows that the store before it was late; with -DBOTH both reads are such attempts. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef MO
#define MO memory_order_relaxed
#endif

static atomic_int x, y;

static void *first(void *arg)
{
    atomic_store_explicit(&x, 1, MO);
    while (!atomic_load_explicit(&y, MO))
        ;
    return 0;
}

static void *second(void *arg)
{
    atomic_store_explicit(&y, 1, MO);
#ifdef BOTH
    while (!atomic_load_explicit(&x, MO))
        ;
#else
    atomic_load_explicit(&x, MO);
#endif
    return 0;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, first, 0);
    pthread_create(&t[1], 0, second, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
