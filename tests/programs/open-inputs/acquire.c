/* A lock in the style of the competition: a block that assumes that the lock is free, and takes it. With BUG, whether it is free is found out
 * before the block. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static int lock, inside, value;

void __VERIFIER_atomic_acquire(void)
{
#ifndef BUG
    __VERIFIER_assume(lock == 0);
#endif
    lock = 1;
}

void __VERIFIER_atomic_release(void)
{
    lock = 0;
}

static void *visit(void *unused)
{
#ifdef BUG
    __VERIFIER_assume(lock == 0);
#endif
    __VERIFIER_atomic_acquire();
    inside++;
    value = __VERIFIER_nondet_int();
    int same = value;
    assert(inside == 1 && same == value); /* violation */
    inside--;
    __VERIFIER_atomic_release();
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    for (int index = 0; index < 2; index++)
        pthread_create(&threads[index], NULL, visit, NULL);
    for (int index = 0; index < 2; index++)
        pthread_join(threads[index], NULL);
    return 0;
}
