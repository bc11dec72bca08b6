/* A mean over a count that another thread has not raised yet. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sum, count;

static void *add(void *arg)
{
    (void)arg;
#ifdef BUG
    atomic_fetch_add(&sum, 10);
    atomic_fetch_add(&count, 1);
#else
    atomic_fetch_add(&count, 1);
    atomic_fetch_add(&sum, 10);
#endif
    return 0;
}

int main(void)
{
    pthread_t t;
    int mean = 0;
    pthread_create(&t, 0, add, 0);
    if (atomic_load(&sum) != 0)
        mean = 10 / atomic_load(&count); /* violation */
    pthread_join(t, 0);
    return mean == 3;
}
