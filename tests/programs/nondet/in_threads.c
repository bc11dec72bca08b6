/* Two threads that add what they are given. Each input has a value in each execution; the sum is read after both. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);

static atomic_int sum;

static void *add(void *unused)
{
    if (__VERIFIER_nondet_bool())
        atomic_fetch_add(&sum, 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
#ifdef BUG
    assert(sum != 2); /* violation */
#else
    assert(sum <= 2);
#endif
    return 0;
}
