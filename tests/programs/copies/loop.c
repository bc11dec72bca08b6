/* Threads that enter a critical section again and again, any number of them. With -DBUG there is
 * no mutex. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *worker(void *unused)
{
    for (;;) {
#ifndef BUG
        pthread_mutex_lock(&mutex);
#endif
        assert(!inside); /* violation */
        inside = 1;
        inside = 0;
#ifndef BUG
        pthread_mutex_unlock(&mutex);
#endif
    }
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
