/* One thread locks a mutex twice, another one fails whenever its assumption holds. Where it holds, the failure ends the run, but
 * it could come later: the deadlock is a state that can be reached, and is reported beside the assertion, by every engine. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;

static void *twice(void *arg)
{
    (void)arg;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    pthread_mutex_lock(&m);
#ifdef BUG
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
#endif
    pthread_mutex_unlock(&m);
    return 0;
}

static void *failing(void *arg)
{
    (void)arg;
    heddle_assume(atomic_load_explicit(&x, memory_order_relaxed) == 0);
#ifdef BUG
    assert(0);
#endif
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, twice, 0);
    pthread_create(&b, 0, failing, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
