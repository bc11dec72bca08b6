// Four threads pass a barrier in two rounds, whoever comes first. The last thread of the first round
// may say so later than the last one of the second.
#include <pthread.h>

static pthread_barrier_t barrier;

static void *pass(void *unused)
{
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void)
{
    pthread_t threads[4];
    pthread_barrier_init(&barrier, 0, 2);
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], 0, pass, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
    pthread_barrier_destroy(&barrier);
    return 0;
}
