/* Two writes to each of two locations in opposite orders: the last writes to both cannot be the
 * first of each thread. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *left(void *arg)
{
    (void)arg;
    atomic_store(&x, 1);
    atomic_store(&y, 2);
    return 0;
}

static void *right(void *arg)
{
    (void)arg;
    atomic_store(&y, 1);
    atomic_store(&x, 2);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(!(atomic_load(&x) == 1 && atomic_load(&y) == 1));
    return 0;
}
