/* Two threads wait for two mutexes at the same places in two kinds of executions: for each other,
 * or for a third thread, which took both by trying and waits in a loop for a flag. Only the first
 * is a deadlock, and only who holds the mutexes tells them apart. By default one of the two takes
 * only one mutex, and there is none. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag, takes_both;

static void *one(void *arg)
{
    (void)arg;
#ifdef BUG
    int has_a = pthread_mutex_trylock(&a) == 0;
#else
    int has_a = 0;
#endif
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    if (has_a)
        pthread_mutex_unlock(&a);
    return 0;
}

static void *other(void *arg)
{
    int takes_b = atomic_load(&takes_both);

    (void)arg;
    if (takes_b)
        pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    if (takes_b)
        pthread_mutex_unlock(&b);
    return 0;
}

static void *third(void *arg)
{
    int has_a = 0, has_b = 0;

    (void)arg;
    if (atomic_load(&takes_both)) {
        has_b = pthread_mutex_trylock(&b) == 0;
        has_a = pthread_mutex_trylock(&a) == 0;
    }
    while (!atomic_load(&flag))
        ;
    if (has_b)
        pthread_mutex_unlock(&b);
    if (has_a)
        pthread_mutex_unlock(&a);
    return 0;
}

int main(void)
{
    pthread_t threads[3];

    pthread_create(&threads[0], 0, one, 0);
    pthread_create(&threads[1], 0, third, 0);
    pthread_create(&threads[2], 0, other, 0);
    atomic_store(&takes_both, 1);
    atomic_store(&flag, 1);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return 0;
}
