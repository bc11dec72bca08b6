/* A loop that gives the mutex away for a moment, and begins and ends its iterations with it. It must not be stopped there, because nobody else would get the
 * mutex: so it does not wait, and needs a bound. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *poll(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&m);
    while (!ready) {
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
    }
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, poll, 0);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
