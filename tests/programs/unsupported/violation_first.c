/* A violation is one, whatever else could not be done. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int mystery(int x);
static atomic_int x;

static void *work(void *arg)
{
    (void)arg;
    atomic_store(&x, 1);
    atomic_store(&x, 2);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    int v = atomic_load(&x);
    if (v == 1)
        mystery(1);
    assert(v != 2); /* violation */
    pthread_join(t, 0);
    return 0;
}
