/* A thread that an assumption stops while it holds a mutex is no deadlock for those who wait: the
 * execution is not looked at any further. */
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;

static void *holder(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&m);
    heddle_assume(atomic_load(&x) == 1);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, holder, 0);
    pthread_mutex_lock(&m);
    atomic_store(&x, 1);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
