/* A mutex locked twice by the same thread. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void inner(void)
{
#ifdef BUG
    pthread_mutex_lock(&m); /* violation */
    pthread_mutex_unlock(&m);
#endif
}

int main(void)
{
    pthread_mutex_lock(&m);
    inner();
    pthread_mutex_unlock(&m);
    return 0;
}
