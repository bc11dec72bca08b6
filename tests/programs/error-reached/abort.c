/* A thread aborts when it sees an impossible order. -DBUG makes the order possible. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static void *writer(void *arg)
{
    (void)arg;
    atomic_store(&x, 1);
    atomic_store(&x, 2);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    int v = atomic_load(&x);
#ifdef BUG
    if (v == 1)
#else
    if (v == 3)
#endif
        abort(); /* violation */
    pthread_join(t, 0);
    return 0;
}
