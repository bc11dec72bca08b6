/* A loop polls under a mutex. If another thread ends while it holds the mutex, the next iteration waits for ever, also if an earlier one got it. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *poll(void *arg)
{
    (void)arg;
    for (;;) {
        pthread_mutex_lock(&m);
        int seen = ready;
        pthread_mutex_unlock(&m);
        if (seen)
            return 0;
    }
}

static void *end(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&m);
    ready = 1;
#ifndef BUG
    pthread_mutex_unlock(&m);
#endif
    return 0;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, poll, 0);
    pthread_create(&u, 0, end, 0);
    pthread_join(u, 0);
    pthread_join(t, 0);
    return 0;
}
