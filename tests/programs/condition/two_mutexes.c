/* All who wait for a condition variable at a time do so with one mutex. Without BUG, one waits after the other. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int go[2];

static void *wait(void *unused)
{
    pthread_mutex_lock(&mutexes[0]);
    while (!go[0])
        pthread_cond_wait(&condition, &mutexes[0]);
    pthread_mutex_unlock(&mutexes[0]);
    return unused;
}

static void *wait_otherwise(void *unused)
{
    pthread_mutex_lock(&mutexes[1]);
    while (!go[1])
        pthread_cond_wait(&condition, &mutexes[1]); /* violation */
    pthread_mutex_unlock(&mutexes[1]);
    return unused;
}

static void wake(int which)
{
    pthread_mutex_lock(&mutexes[which]);
    go[which] = 1;
    pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&mutexes[which]);
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, NULL, wait, NULL);
#ifdef BUG
    pthread_create(&other, NULL, wait_otherwise, NULL);
    wake(0);
    wake(1);
    pthread_join(one, NULL);
#else
    wake(0);
    pthread_join(one, NULL);
    pthread_create(&other, NULL, wait_otherwise, NULL);
    wake(1);
#endif
    pthread_join(other, NULL);
    return 0;
}
