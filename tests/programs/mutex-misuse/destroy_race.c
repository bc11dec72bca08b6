/* Main destroys a mutex that a thread uses. -DBUG does so before the join: while it is held, or too early. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *use(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, use, 0);
#ifdef BUG
    pthread_mutex_destroy(&m);
#endif
    pthread_join(t, 0);
#ifndef BUG
    pthread_mutex_destroy(&m);
#endif
    return 0;
}
