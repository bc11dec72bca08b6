/* Two condition variables, each for some of the threads: the states of each are few, since few
 * threads wait for it.
 *
 * BUG: one of them signals the other one.
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t first = PTHREAD_COND_INITIALIZER, second = PTHREAD_COND_INITIALIZER;
static int stage;

static void *early(void *unused)
{
    pthread_mutex_lock(&mutex);
    while (stage == 0)
        pthread_cond_wait(&first, &mutex);
    stage++;
#ifdef BUG
    pthread_cond_broadcast(&first);
#else
    pthread_cond_broadcast(&second);
#endif
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static void *late(void *unused)
{
    pthread_mutex_lock(&mutex);
    while (stage < 2)
        pthread_cond_wait(&second, &mutex);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, early, NULL);
    pthread_create(&threads[1], NULL, late, NULL);
    pthread_create(&threads[2], NULL, late, NULL);
    pthread_mutex_lock(&mutex);
    stage = 1;
    pthread_cond_signal(&first);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(stage == 2);
    return 0;
}
