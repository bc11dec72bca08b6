/* A block that waits by an assumption: it starts only where it can also end. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int items, taken;

static void *put(void *arg)
{
    (void)arg;
    __VERIFIER_atomic_begin();
    items++;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, put, 0);
    __VERIFIER_atomic_begin();
    heddle_assume(items > 0);
    items--;
    taken++;
    __VERIFIER_atomic_end();
    pthread_join(t, 0);
    assert(items == 0 && taken == 1);
    return 0;
}
