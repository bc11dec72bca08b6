/* Two threads move amounts that are inputs between two accounts, in atomic blocks; the sum stays. With BUG one of them takes and gives in two
 * blocks, between which the sum is looked at. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static unsigned here = 1000, there = 1000;

static void *move(void *unused)
{
    unsigned amount = __VERIFIER_nondet_uint();
    __VERIFIER_atomic_begin();
    here -= amount;
#ifdef BUG
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
#endif
    there += amount;
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    for (int index = 0; index < 2; index++)
        pthread_create(&threads[index], NULL, move, NULL);
    __VERIFIER_atomic_begin();
    unsigned sum = here + there;
    __VERIFIER_atomic_end();
    assert(sum == 2000); /* violation */
    for (int index = 0; index < 2; index++)
        pthread_join(threads[index], NULL);
    assert(here + there == 2000);
    return 0;
}
