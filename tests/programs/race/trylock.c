/* A mutex that is found taken orders nothing: who fails to take it may not look at what it guards (BUG). */
#include <pthread.h>

static int guarded;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *owner(void *arg)
{
    pthread_mutex_lock(&m);
    guarded = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *visitor(void *arg)
{
    int seen = 0;
    if (pthread_mutex_trylock(&m) == 0) {
        seen = guarded;
        pthread_mutex_unlock(&m);
    }
#ifdef BUG
    else
        seen = guarded; /* violation */
#endif
    (void)seen;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, owner, 0);
    pthread_create(&b, 0, visitor, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
