/* The condition assigns what it loaded, and the loop ends with the first value that is not zero. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *writer(void *arg)
{
    (void)arg;
    atomic_store(&x, 1);
    atomic_store(&x, 2);
    return 0;
}

int main(void)
{
    pthread_t t;
    int v;
    pthread_create(&t, 0, writer, 0);
    while (!(v = atomic_load(&x)))
        ;
    assert(v == 1 || v == 2);
#ifdef BUG
    assert(v == 1); /* violation */
#endif
    pthread_join(t, 0);
    return 0;
}
