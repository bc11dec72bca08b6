/* A block that reads and then locks a mutex that another thread holds for a while. Engines that run a machine cannot wait in the middle of
 * a step, and say so; none may forget that the block could come first, or last. */
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;

static void *holder(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}

static void *block(void *arg)
{
    (void)arg;
    __VERIFIER_atomic_begin();
    atomic_load(&x);
    pthread_mutex_lock(&m);
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
