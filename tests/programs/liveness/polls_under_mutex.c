/* A loop polls under a mutex that others use, too. With the bug nobody ever writes what it waits for. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready, other;

static void *poll(void *arg)
{
    (void)arg;
    for (;;) {
        pthread_mutex_lock(&m);
        int seen = ready; /* violation */
        pthread_mutex_unlock(&m);
        if (seen)
            return 0;
    }
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, poll, 0);
    pthread_mutex_lock(&m);
#ifdef BUG
    other = 1;
#else
    ready = 1;
#endif
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
