/* A loop that waits inside a loop that tries: test and test-and-set. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;
static int counter;

static void lock(void)
{
    for (;;) {
        int expected = 0;
        while (atomic_load(&locked))
            ;
        if (atomic_compare_exchange_strong(&locked, &expected, 1))
            return;
    }
}

static void *work(void *arg)
{
    (void)arg;
    lock();
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
    assert(counter == 2);
    return 0;
}
