/* A thread ends without unlocking, and another one waits for the mutex. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int failed = 1;

static void *forgetful(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&m);
#ifdef BUG
    if (failed)
        return 0; /* the early return forgets the unlock */
#endif
    failed = 0;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, forgetful, 0);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
