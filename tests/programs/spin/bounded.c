/* A loop that gives up is no waiting loop: every failed turn counts. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

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
    int tries = 0;
    while (tries < 3 && !atomic_load(&flag))
        tries++;
    pthread_join(t, 0);
    return tries > 3;
}
