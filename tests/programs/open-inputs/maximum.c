/* The larger of two inputs, found by two threads that each offer one under a mutex. With BUG one of them compares without it. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int best;
static int offers[2];

static void *offer(void *argument)
{
    int own = *(int *)argument;
#ifdef BUG
    pthread_mutex_lock(&mutex);
    int found = best;
    pthread_mutex_unlock(&mutex);
    if (own > found) {
        pthread_mutex_lock(&mutex);
        best = own;
        pthread_mutex_unlock(&mutex);
    }
#else
    pthread_mutex_lock(&mutex);
    if (own > best)
        best = own;
    pthread_mutex_unlock(&mutex);
#endif
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    best = -2147483647 - 1;
    for (int index = 0; index < 2; index++)
        offers[index] = __VERIFIER_nondet_int();
    for (int index = 0; index < 2; index++)
        pthread_create(&threads[index], NULL, offer, &offers[index]);
    for (int index = 0; index < 2; index++)
        pthread_join(threads[index], NULL);
    assert(best >= offers[0] && best >= offers[1]); /* violation */
    return 0;
}
