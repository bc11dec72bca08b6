/* A recursive mutex, one that checks for errors, and a normal one whose attributes say so. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex;
static int count;

static void *work(void *unused)
{
    pthread_mutex_lock(&mutex);
#if KIND == 1
    assert(pthread_mutex_lock(&mutex) == 0);
    assert(pthread_mutex_trylock(&mutex) == 0);
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_mutex_unlock(&mutex) == 0);
#elif KIND == 2
    assert(pthread_mutex_lock(&mutex) == EDEADLK);
    assert(pthread_mutex_trylock(&mutex) == EBUSY);
#elif defined(BUG)
    pthread_mutex_lock(&mutex); /* violation */
#endif
    count++;
#if KIND == 1 && defined(BUG)
    pthread_mutex_lock(&mutex);
#endif
    pthread_mutex_unlock(&mutex);
#if KIND == 2
    assert(pthread_mutex_unlock(&mutex) == EPERM);
#endif
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_settype(&attributes, KIND) == 0);
    pthread_mutex_init(&mutex, &attributes);
    pthread_mutexattr_destroy(&attributes);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 2);
    return 0;
}
