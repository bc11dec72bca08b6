/* Each thread has its own value for a key, and a destructor runs for it when the thread leaves. With BUG there is none: what the
 * thread has allocated is never freed. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_key_t key, other;
static atomic_int destroyed;

static void destroy(void *value)
{
    assert(*(int *)value == 5 && pthread_getspecific(key) == NULL);
    free(value);
    destroyed++;
}

static void *work(void *leave)
{
    assert(pthread_getspecific(key) == NULL);
    int *value = malloc(sizeof *value);
    *value = 5;
    pthread_setspecific(key, value);
    pthread_setspecific(other, &destroyed);
    assert(pthread_getspecific(key) == value);
    if (leave)
        pthread_exit(NULL);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
#ifdef BUG
    pthread_key_create(&key, NULL);
#else
    pthread_key_create(&key, destroy);
#endif
    pthread_key_create(&other, NULL);
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_create(&b, NULL, work, &key);
    pthread_join(b, NULL);
#ifndef BUG
    assert(destroyed == 2);
#endif
    assert(pthread_getspecific(key) == NULL && pthread_key_delete(key) == 0);
    return 0;
}
