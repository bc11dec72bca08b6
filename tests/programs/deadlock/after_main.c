/* pthread_exit in main ends only main: the others go on, and can wait for each other for ever. The
 * default takes the mutexes in one order. Where main *returns*, they may have waited before it
 * did, so that is the same. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&n);
    pthread_mutex_unlock(&n);
    pthread_mutex_unlock(&m);
    return 0;
}

static void *two(void *arg)
{
#if BUG == 1
    (void)arg;
    pthread_mutex_lock(&n);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&n);
    return 0;
#else
    return one(arg);
#endif
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
#if BUG == 2
    pthread_mutex_lock(&m); /* and never unlocked */
#endif
#ifdef RETURN
    return 0;
#endif
    pthread_exit(0);
}
