/* A loop that looks at a variable while it holds a mutex. An iteration that finds nothing has locked, looked and unlocked: it changes nothing, so the
 * thread waits, without the mutex. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static int ready, data;

static void *poll(void *arg)
{
    (void)arg;
    for (;;) {
#ifdef NESTED
        pthread_mutex_lock(&outer);
#endif
        pthread_mutex_lock(&m);
        int seen = ready;
        pthread_mutex_unlock(&m);
#ifdef NESTED
        pthread_mutex_unlock(&outer);
#endif
        if (seen)
            break;
    }
    pthread_mutex_lock(&m);
    assert(data == 1); /* violation */
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, poll, 0);
#ifdef BUG
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_mutex_unlock(&m);
#endif
    pthread_mutex_lock(&m);
    data = 1;
    ready = 1;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
