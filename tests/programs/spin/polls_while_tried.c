/* Somebody who tries the mutex can tell that a loop polls under it: here it is found held, free and held again, which takes two iterations. So
 * where mutexes are tried, such a loop does not wait, and needs a bound. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;

static void *poll(void *arg)
{
    (void)arg;
    int seen;
    do {
        pthread_mutex_lock(&m);
        seen = atomic_load(&ready);
        pthread_mutex_unlock(&m);
    } while (!seen);
    return 0;
}

static int is_held(void)
{
    if (pthread_mutex_trylock(&m))
        return 1;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, poll, 0);
#ifdef BUG
    int first = is_held();
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    int second = is_held();
    assert(!(first && second)); /* violation */
#else
    is_held();
#endif
    atomic_store(&ready, 1);
    pthread_join(t, 0);
    return 0;
}
