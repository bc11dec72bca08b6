/* Threads with different mutexes do not meet: one execution. With -DSAME they do. */
#include <pthread.h>

static pthread_mutex_t m[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int counter[2];

static void *work(void *arg)
{
    long i = (long)arg;
    pthread_mutex_lock(&m[i]);
    counter[i]++;
    pthread_mutex_unlock(&m[i]);
    return 0;
}

int main(void)
{
    pthread_t t[2];
    for (long i = 0; i < 2; i++)
#ifdef SAME
        pthread_create(&t[i], 0, work, (void *)0);
#else
        pthread_create(&t[i], 0, work, (void *)i);
#endif
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
