/* A test-and-set lock: the failing exchange writes what was there already. -DBUG forgets to exchange. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;
static int counter;

static void *work(void *arg)
{
    (void)arg;
#ifdef BUG
    while (atomic_load(&locked))
        ;
    atomic_store(&locked, 1);
#else
    while (atomic_exchange(&locked, 1))
        ;
#endif
    counter++;
    atomic_store(&locked, 0);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2); /* violation */
    return 0;
}
