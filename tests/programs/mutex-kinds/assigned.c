/* An initialiser of a recursive mutex that is assigned, and not in a definition. */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t mutex;

static void *twice(void *argument)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex); /* violation */
    pthread_mutex_unlock(&mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
#ifdef BUG
    mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
#else
    mutex = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
#endif
    pthread_create(&thread, 0, twice, 0);
    twice(0);
    pthread_join(thread, 0);
    return 0;
}
