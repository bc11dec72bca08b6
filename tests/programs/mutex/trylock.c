/* trylock takes a free mutex and says EBUSY on one that is held, also by the same thread. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int inside, got;

static void *try(void *arg)
{
    (void)arg;
    int r = pthread_mutex_trylock(&m);
    assert(r == 0 || r == EBUSY);
    if (r == 0) {
        assert(pthread_mutex_trylock(&m) == EBUSY);
        assert(!inside);
        inside = 1;
        got++;
        inside = 0;
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, try, 0);
    pthread_create(&b, 0, try, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(got >= 1 && got <= 2);
#ifdef BUG
    assert(got == 2); /* violation */
#endif
    return 0;
}
