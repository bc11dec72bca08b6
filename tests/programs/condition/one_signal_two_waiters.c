/* Two threads wait; a signal wakes one of them, and nobody knows which; a broadcast wakes both. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;
static int waiting, woken;
static atomic_int first;

static void *wait(void *me)
{
    pthread_mutex_lock(&mutex);
    waiting++;
    pthread_cond_wait(&go, &mutex);
    woken++;
    int nobody = 0;
    atomic_compare_exchange_strong(&first, &nobody, (int)(long)me);
#ifdef CHAIN
    pthread_cond_signal(&go);
#endif
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, wait, (void *)1);
    pthread_create(&b, NULL, wait, (void *)2);
    pthread_mutex_lock(&mutex);
    int both = waiting == 2;
#if defined(BROADCAST)
    pthread_cond_broadcast(&go);
#else
    pthread_cond_signal(&go);
#endif
    pthread_mutex_unlock(&mutex);
    if (!both)
        return 0;
    pthread_join(a, NULL); /* violation */
    pthread_join(b, NULL);
    assert(woken == 2);
#ifdef FIRST
    assert(first != FIRST); /* this one may be */
#endif
    return 0;
}
