/* A block that begins with a lock waits in front of itself, and the others go on. If the holder never unlocks, it waits for
 * ever: a deadlock, since main waits for it. */
#include <heddle.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *holder(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&m);
#ifndef BUG
    pthread_mutex_unlock(&m);
#endif
    return 0;
}

static void *block(void *arg)
{
    (void)arg;
    __VERIFIER_atomic_begin();
    pthread_mutex_lock(&m); /* violation */
    pthread_mutex_unlock(&m);
    __VERIFIER_atomic_end();
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, holder, 0);
    pthread_create(&b, 0, block, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
