/* Two threads draw amounts that are inputs from a stock while there is enough; it never becomes negative. With BUG the stock is looked at in one block
 * and changed in another. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int stock;

static void *draw(void *unused)
{
    int amount = __VERIFIER_nondet_int();
    __VERIFIER_assume(amount > 0);
    __VERIFIER_atomic_begin();
    int enough = stock >= amount;
#ifdef BUG
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
#endif
    if (enough)
        stock -= amount;
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    stock = __VERIFIER_nondet_int();
    __VERIFIER_assume(stock >= 0);
    pthread_t threads[2];
    for (int index = 0; index < 2; index++)
        pthread_create(&threads[index], NULL, draw, NULL);
    for (int index = 0; index < 2; index++)
        pthread_join(threads[index], NULL);
    assert(stock >= 0); /* violation */
    return 0;
}
