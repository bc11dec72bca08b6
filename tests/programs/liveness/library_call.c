/* A loop waits for what comes after a call of a library, which waits for a while itself. The loop does not wait for ever,
 * unless the call does (BUG). */
#include <pthread.h>
#include <stdatomic.h>

void lock(long *), unlock(long *);

static long mutex;
static atomic_int flag;

static void *setter(void *arg)
{
    lock(&mutex);
    atomic_store(&flag, 1);
    unlock(&mutex);
    return arg;
}

static void *rival(void *arg)
{
    lock(&mutex);
#ifndef BUG
    unlock(&mutex);
#endif
    return arg;
}

static void *waiter(void *arg)
{
    while (!atomic_load(&flag)) /* violation */
        ;
    return arg;
}

int main(void)
{
    pthread_t s, r, w;
    pthread_create(&s, 0, setter, 0);
    pthread_create(&r, 0, rival, 0);
    pthread_create(&w, 0, waiter, 0);
    pthread_join(s, 0);
    pthread_join(r, 0);
    pthread_join(w, 0);
    return 0;
}
