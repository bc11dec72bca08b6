/* Release and acquire fences around relaxed accesses order what is plain; without one of them (BUG) nothing does. The
 * value travels through an update in a third thread, which is in the release sequence. */
#include <pthread.h>
#include <stdatomic.h>

static int message;
static atomic_int flag;

static void *sender(void *arg)
{
    (void)arg;
    message = 1;
#if BUG != 1
    atomic_thread_fence(memory_order_release);
#endif
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return 0;
}

static void *relay(void *arg)
{
    (void)arg;
    atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
    return 0;
}

static void *receiver(void *arg)
{
    (void)arg;
    int value = atomic_load_explicit(&flag, memory_order_relaxed);
#if BUG != 2
    atomic_thread_fence(memory_order_acquire);
#endif
    if (value == 2)
        return (void *)(long)message; /* violation */
    return 0;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], 0, sender, 0);
    pthread_create(&t[1], 0, relay, 0);
    pthread_create(&t[2], 0, receiver, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
