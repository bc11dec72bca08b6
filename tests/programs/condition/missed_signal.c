/* The flag is tested before the mutex is locked: the signal may come in between, and then nobody wakes the
 * thread that waits. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static atomic_int flag;

static void *tell(void *unused)
{
    pthread_mutex_lock(&mutex);
    flag = 1;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, tell, NULL);
#ifdef BUG
    if (!flag) {
        pthread_mutex_lock(&mutex);
        pthread_cond_wait(&ready, &mutex); /* violation */
        pthread_mutex_unlock(&mutex);
    }
#else
    pthread_mutex_lock(&mutex);
    while (!flag)
        pthread_cond_wait(&ready, &mutex);
    pthread_mutex_unlock(&mutex);
#endif
    pthread_join(thread, NULL);
    return 0;
}
