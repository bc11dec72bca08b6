/* A thread that nobody joins may still run: its violation counts even if main returns early. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *work(void *arg)
{
    (void)arg;
#ifdef BUG
    assert(atomic_load(&x) == 1); /* violation */
#else
    assert(atomic_load(&x) <= 1);
#endif
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    atomic_store(&x, 1);
    return 0;
}
