/* A reader uses a pointer that another thread sets. -DBUG omits the test. */
#include <pthread.h>
#include <stdatomic.h>

static int value = 5;
static _Atomic(int *) p;

static void *publish(void *arg)
{
    (void)arg;
    atomic_store(&p, &value);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, publish, 0);
    int *q = atomic_load(&p);
#ifndef BUG
    if (q)
#endif
        *q = 6; /* violation */
    pthread_join(t, 0);
    return 0;
}
