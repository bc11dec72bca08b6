/* A spin lock that is released, or kept (BUG): then the other thread waits for ever. Failing to take it is a retry, which is
 * no waiting for ever while the lock may be released. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int counter;

static void *worker(void *arg)
{
    int expected = 0;
    while (!atomic_compare_exchange_strong(&lock, &expected, 1)) /* violation */
        expected = 0;
    counter++;
#ifdef BUG
    if (counter == 2)
#endif
    atomic_store(&lock, 0);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
