/* A wait that begins after a signal cannot take it away from the thread that it was for. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;
static int early_waits, signalled, early_done;

static void *early(void *unused)
{
    pthread_mutex_lock(&mutex);
    early_waits = 1;
    pthread_cond_wait(&go, &mutex);
    early_done = 1;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, early, NULL);
    pthread_mutex_lock(&mutex);
    if (!early_waits) {
        pthread_mutex_unlock(&mutex);
        return 0;
    }
    pthread_cond_signal(&go);
#ifdef BUG
    pthread_cond_wait(&go, &mutex); /* violation: nobody will signal again */
#endif
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    assert(early_done);
    return 0;
}
