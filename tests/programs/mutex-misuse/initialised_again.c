/* A mutex is destroyed and initialised again. Nobody else may use it meanwhile: whoever locks it
 * has to be seen doing so before, in between and after. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *renews(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_mutex_destroy(&mutex);
    pthread_mutex_init(&mutex, 0);
    return unused;
}

static void *uses(void *unused)
{
    pthread_mutex_lock(&mutex); /* violation */
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, renews, 0);
#ifdef ORDERED
    pthread_join(first, 0);
#endif
    pthread_create(&second, 0, uses, 0);
#ifndef ORDERED
    pthread_join(first, 0);
#endif
    pthread_join(second, 0);
    return 0;
}
