/* Main joins a thread while it holds the mutex that the thread wants. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&m);
#ifdef BUG
    pthread_join(t, 0);
    pthread_mutex_unlock(&m);
#else
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
#endif
    return 0;
}
