/* Mistakes with condition variables. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int waiting;

static void *wait(void *unused)
{
    pthread_mutex_lock(&mutex);
    waiting = 1;
    pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
#if BUG == 1
    pthread_cond_wait(&condition, &mutex); /* violation: the mutex is not held */
#elif BUG == 2
    pthread_cond_destroy(&condition);
    pthread_cond_signal(&condition); /* violation: destroyed */
#elif BUG == 3
    pthread_t thread;
    pthread_create(&thread, NULL, wait, NULL);
    pthread_mutex_lock(&mutex);
    int was_waiting = waiting;
    pthread_mutex_unlock(&mutex);
    if (was_waiting)
        pthread_cond_destroy(&condition); /* violation: somebody waits */
    return 0;
#else
    pthread_cond_init(&condition, NULL);
    pthread_cond_signal(&condition);
    pthread_cond_broadcast(&condition);
    pthread_cond_destroy(&condition);
    pthread_cond_init(&condition, NULL);
    pthread_cond_destroy(&condition);
#endif
    return 0;
}
