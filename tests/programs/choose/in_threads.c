/* Two threads choose a value and write it: 3 x 3 choices, 2 orders. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_long x;

static void *work(void *arg)
{
    (void)arg;
    atomic_store(&x, heddle_choose(1, 3));
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    long v = atomic_load(&x);
    assert(v >= 1 && v <= 3);
    return 0;
}
