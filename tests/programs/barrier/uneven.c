/* Two threads pass the barrier together, and four arrivals would be enough for all. But the thread
 * that arrives twice may be left alone with its first arrival. */
#include <pthread.h>

static pthread_barrier_t barrier;

static void *once(void *unused)
{
    pthread_barrier_wait(&barrier);
    return unused;
}

static void *twice(void *unused)
{
    pthread_barrier_wait(&barrier); /* violation */
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void)
{
    pthread_t first, second, third;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&first, 0, once, 0);
    pthread_create(&second, 0, once, 0);
    pthread_create(&third, 0, twice, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    pthread_join(third, 0);
    return 0;
}
