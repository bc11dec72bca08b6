/* A buffer with room for one: the consumer waits until something is there, the producer until there is room. With BUG
 * nobody is told that there is room. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int full, value;

static void *produce(void *unused)
{
    for (int i = 1; i <= N; i++) {
        pthread_mutex_lock(&mutex);
        while (full)
            pthread_cond_wait(&emptied, &mutex);
        value = i;
        full = 1;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

int main(void)
{
    pthread_t producer;
    pthread_create(&producer, NULL, produce, NULL);
    for (int i = 1; i <= N; i++) {
        pthread_mutex_lock(&mutex);
        while (!full)
            pthread_cond_wait(&filled, &mutex);
        assert(value == i);
        full = 0;
#ifndef BUG
        pthread_cond_signal(&emptied);
#endif
        pthread_mutex_unlock(&mutex);
    }
    pthread_join(producer, NULL);
    return 0;
}
