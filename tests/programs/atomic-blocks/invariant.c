/* A transfer between two accounts in an atomic block keeps their sum for readers in blocks too.
 * -DBUG reads outside a block. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int a = 10, b;

static void *transfer(void *arg)
{
    (void)arg;
    __VERIFIER_atomic_begin();
    a -= 4;
    b += 4;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, transfer, 0);
#ifndef BUG
    __VERIFIER_atomic_begin();
#endif
    int sum = a + b;
#ifndef BUG
    __VERIFIER_atomic_end();
#endif
    assert(sum == 10); /* violation */
    pthread_join(t, 0);
    return 0;
}
