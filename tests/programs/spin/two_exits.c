/* A waiting loop that also ends when it is told to stop. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, stop;

static void *make_ready(void *arg)
{
    (void)arg;
    atomic_store(&ready, 1);
    return 0;
}

static void *make_stop(void *arg)
{
    (void)arg;
    atomic_store(&stop, 1);
    return 0;
}

int main(void)
{
    pthread_t t, u;
    int stopped = 0;
    pthread_create(&t, 0, make_ready, 0);
    pthread_create(&u, 0, make_stop, 0);
    while (!atomic_load(&ready)) {
        if (atomic_load(&stop)) {
            stopped = 1;
            break;
        }
    }
    pthread_join(t, 0);
    pthread_join(u, 0);
    return stopped > 1;
}
