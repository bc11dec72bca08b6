/* One thread locks a mutex N times, another one once: N + 1 executions, and what a lock costs does not depend on how many came before. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 100
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *count(void *argument)
{
    pthread_mutex_lock(&mutex);
    counter++;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, count, 0);
    for (int i = 0; i < N; i++)
        count(0);
    pthread_join(thread, 0);
    assert(counter == N + 1);
    return 0;
}
