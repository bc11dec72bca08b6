/* A wait that POSIX may end without a signal. With BUG, nobody looks again. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool ready;

static void *waiter(void *unused)
{
    pthread_mutex_lock(&mutex);
#ifdef BUG
    if (!ready)
#else
    while (!ready)
#endif
        pthread_cond_wait(&changed, &mutex);
    assert(ready); /* violation */
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, waiter, NULL);
    pthread_mutex_lock(&mutex);
    ready = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
