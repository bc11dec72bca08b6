/* Two threads each exchange two variables that start as inputs, in an atomic block: in the end they are as at the start. With BUG each exchange is in
 * two blocks, and a value can get lost. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int left, right;

static void *swap(void *unused)
{
    __VERIFIER_atomic_begin();
    int held = left;
#ifdef BUG
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
#endif
    left = right;
    right = held;
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    int first = left = __VERIFIER_nondet_int();
    int second = right = __VERIFIER_nondet_int();
    pthread_t threads[2];
    for (int index = 0; index < 2; index++)
        pthread_create(&threads[index], NULL, swap, NULL);
    for (int index = 0; index < 2; index++)
        pthread_join(threads[index], NULL);
    assert(left == first && right == second); /* violation */
    return 0;
}
