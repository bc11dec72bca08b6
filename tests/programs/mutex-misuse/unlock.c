/* A mutex is unlocked by a thread that does not hold it: never locked, locked by another, twice. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *arg)
{
    (void)arg;
    pthread_mutex_unlock(&m); /* violation other */
    return 0;
}

int main(void)
{
#ifndef BUG
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    (void)other;
#elif BUG == 1
    pthread_mutex_unlock(&m); /* violation never */
#elif BUG == 2
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, other, 0);
    pthread_join(t, 0);
#elif BUG == 3
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m); /* violation twice */
#endif
    return 0;
}
