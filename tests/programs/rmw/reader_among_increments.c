/* Two atomic increments and one reader: the reader sees one of three values in each of two orders. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *inc(void *arg)
{
    (void)arg;
    atomic_fetch_add(&x, 1);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, inc, 0);
    pthread_create(&b, 0, inc, 0);
    int v = atomic_load(&x);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return v > 2;
}
