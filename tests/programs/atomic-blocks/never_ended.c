/* A thread that ends inside of an atomic block (a forgotten __VERIFIER_atomic_end) has done what it did: the block ends with it.
 * -DBUG fails because of that. It must not be that what depends on it "did not happen". */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);

static int y;

static void *child(void *arg)
{
    (void)arg;
    __VERIFIER_atomic_begin();
    y = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, child, 0);
    pthread_join(t, 0);
#ifdef BUG
    assert(y == 0); /* violation */
#else
    assert(y == 1);
#endif
    return 0;
}
