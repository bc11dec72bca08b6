/* A thread moves a range by a distance that is an input; another one looks at both ends in an atomic block. With BUG the ends are moved one after the
 * other, and the range is empty for a moment. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

unsigned short __VERIFIER_nondet_ushort(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int low = 0, high = 10;

static void *move(void *unused)
{
    int distance = __VERIFIER_nondet_ushort();
    __VERIFIER_atomic_begin();
    low += distance;
#ifdef BUG
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
#endif
    high += distance;
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t mover;
    pthread_create(&mover, NULL, move, NULL);
    __VERIFIER_atomic_begin();
    int from = low, to = high;
    __VERIFIER_atomic_end();
    assert(from < to); /* violation */
    pthread_join(mover, NULL);
    return 0;
}
