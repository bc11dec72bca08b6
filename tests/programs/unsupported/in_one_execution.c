/* Unsupported in one execution is unsupported: the verdict is not "holds" because others are fine. */
#include <pthread.h>
#include <stdatomic.h>

int mystery(int x);
static atomic_int x;

static void *work(void *arg)
{
    (void)arg;
    atomic_store(&x, 1);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    if (atomic_load(&x))
        mystery(1);
    pthread_join(t, 0);
    return 0;
}
