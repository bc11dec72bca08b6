/* A waiting loop that gives up its turn politely is still a waiting loop. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int flag;
static int data;

static void *consumer(void *arg)
{
    (void)arg;
    while (!atomic_load(&flag))
        sched_yield();
    assert(data == 1);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, consumer, 0);
    data = 1;
    atomic_store(&flag, 1);
    pthread_join(t, 0);
    return 0;
}
