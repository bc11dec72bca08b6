/* Waiting for a flag: only the last turn of the loop is part of a complete execution. -DBUG raises
 * the flag too early: a loop that waits must not hide what comes after it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *consumer(void *arg)
{
    (void)arg;
    while (!atomic_load(&flag))
        ;
    assert(data == 1); /* violation */
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, consumer, 0);
#ifdef BUG
    atomic_store(&flag, 1);
    data = 1;
#else
    data = 1;
    atomic_store(&flag, 1);
#endif
    pthread_join(t, 0);
    return 0;
}
