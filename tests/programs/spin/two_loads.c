/* Waiting for two flags in one condition. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;
static int x, y;

static void *set_a(void *arg)
{
    (void)arg;
    x = 1;
    atomic_store(&a, 1);
    return 0;
}

static void *set_b(void *arg)
{
    (void)arg;
    y = 1;
    atomic_store(&b, 1);
    return 0;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, set_a, 0);
    pthread_create(&u, 0, set_b, 0);
    while (!atomic_load(&a) || !atomic_load(&b))
        ;
    assert(x == 1 && y == 1);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
