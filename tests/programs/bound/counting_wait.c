/* A waiting loop that counts its turns in shared memory never comes back to the same state: it needs a bound. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, turns;

static void *raise_flag(void *arg)
{
    (void)arg;
    atomic_store(&flag, 1);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, raise_flag, 0);
    while (!atomic_load(&flag))
        atomic_fetch_add(&turns, 1);
    pthread_join(t, 0);
    return 0;
}
