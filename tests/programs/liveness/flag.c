/* A thread waits for a flag that is never set if the setter sees that it should stop. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, stop;

static void *waiter(void *arg)
{
    while (!atomic_load(&flag)) /* violation */
        ;
    return arg;
}

static void *setter(void *arg)
{
    if (!atomic_load(&stop))
        atomic_store(&flag, 1);
    return arg;
}

int main(void)
{
    pthread_t w, s;
    pthread_create(&w, 0, waiter, 0);
    pthread_create(&s, 0, setter, 0);
#ifdef BUG
    atomic_store(&stop, 1);
#endif
    pthread_join(w, 0);
    pthread_join(s, 0);
    return 0;
}
