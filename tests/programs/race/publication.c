/* A plain message behind an atomic flag. It is ordered if the flag is released and acquired. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef STORE
#define STORE memory_order_release
#endif
#ifndef LOAD
#define LOAD memory_order_acquire
#endif

static int message;
static atomic_int flag;

static void *sender(void *arg)
{
    (void)arg;
    message = 1;
    atomic_store_explicit(&flag, 1, STORE);
    return 0;
}

static void *receiver(void *arg)
{
    (void)arg;
    if (atomic_load_explicit(&flag, LOAD))
        return (void *)(long)message; /* violation */
    return 0;
}

int main(void)
{
    pthread_t s, r;
    pthread_create(&s, 0, sender, 0);
    pthread_create(&r, 0, receiver, 0);
    pthread_join(s, 0);
    pthread_join(r, 0);
    return message - 1;
}
