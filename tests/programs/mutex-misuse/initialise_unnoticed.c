/* A thread initialises a mutex that another one may hold, and keeps it for ever afterwards. So the
 * other one is never seen to lock it next; it comes first, or not at all. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *keeps(void *unused)
{
    pthread_mutex_init(&mutex, 0); /* violation */
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
    return unused;
}

static void *uses(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, keeps, 0);
    pthread_create(&thread, 0, uses, 0);
    return 0;
}
