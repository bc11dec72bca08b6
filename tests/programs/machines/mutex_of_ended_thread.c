/* main locks a mutex that was a local variable of a thread which has ended. By default it is
 * static. */
#include <pthread.h>

static pthread_mutex_t *shared;

static void *thread(void *arg)
{
#ifndef BUG
    static
#endif
    pthread_mutex_t mutex;
    pthread_mutex_init(&mutex, 0);
    shared = &mutex;
    pthread_mutex_lock(shared);
    pthread_mutex_unlock(shared);
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, thread, 0);
    pthread_join(other, 0);
    pthread_mutex_lock(shared);
    pthread_mutex_unlock(shared);
    return 0;
}
