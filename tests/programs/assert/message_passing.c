/* Message passing: whoever sees the flag sees the data. -DBUG raises the flag first. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *producer(void *arg)
{
    (void)arg;
#ifdef BUG
    atomic_store(&flag, 1);
    data = 42;
#else
    data = 42;
    atomic_store(&flag, 1);
#endif
    return 0;
}

static void *consumer(void *arg)
{
    (void)arg;
    if (atomic_load(&flag))
        assert(data == 42); /* violation */
    return 0;
}

int main(void)
{
    pthread_t p, c;
    pthread_create(&p, 0, producer, 0);
    pthread_create(&c, 0, consumer, 0);
    pthread_join(p, 0);
    pthread_join(c, 0);
    return 0;
}
