/* Two threads initialise a mutex in no order, and a lock comes after both: it may read either of
   them. The second thread never gives back the first mutex, so that the first one runs before it
   or waits for ever. Whoever initialises it when the other one has done so misuses it. */
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, both;

static void *one(void *arg)
{
    pthread_mutex_lock(&first);
    pthread_mutex_init(&both, 0);
    pthread_mutex_unlock(&first);
    return arg;
}

static void *two(void *arg)
{
    pthread_mutex_init(&both, 0);
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&both);
    pthread_mutex_unlock(&both);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    return 0;
}
