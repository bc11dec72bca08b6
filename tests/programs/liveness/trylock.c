/* A thread waits for another one, which waits for a mutex that the first one has had. It is unlocked in time. -DBUG: it is not. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *waits(void *arg)
{
    (void)arg;
    if (pthread_mutex_trylock(&mutex) == 0) {
#ifdef BUG
        while (!atomic_load(&flag)) /* violation */
            ;
#endif
        pthread_mutex_unlock(&mutex);
    }
    while (!atomic_load(&flag))
        ;
    return 0;
}

static void *tells(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    atomic_store(&flag, 1);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, waits, 0);
    pthread_create(&b, 0, tells, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
