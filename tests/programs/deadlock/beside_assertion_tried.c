/* `kept` is never unlocked, so that who comes second waits for ever, and so does main. The thread
 * that fails does so whatever the others do, after it has waited for a mutex that somebody else
 * tries to lock. Where `main` does not wait for them, the program ends when it returns, but the
 * one who comes second may have waited before. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t kept = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t tried = PTHREAD_MUTEX_INITIALIZER;

static void *keeps(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&kept);
    return 0;
}

static void *waits(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&kept);
    if (pthread_mutex_trylock(&tried) == 0)
        pthread_mutex_unlock(&tried);
    return 0;
}

static void *passes(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&tried);
    pthread_mutex_unlock(&tried);
    return 0;
}

static void *fails(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&tried);
#ifdef BUG
    assert(0);
#endif
    pthread_mutex_unlock(&tried);
    return 0;
}

int main(void)
{
    pthread_t t[4];
    pthread_create(&t[0], 0, keeps, 0);
    pthread_create(&t[1], 0, waits, 0);
    pthread_create(&t[2], 0, passes, 0);
#ifdef BUG
    pthread_create(&t[3], 0, fails, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
#else
    pthread_join(t[2], 0);
    fails(0);
#endif
    return 0;
}
