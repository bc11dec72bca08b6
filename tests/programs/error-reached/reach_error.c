/* The functions that mean "must not get here". -DBUG=1 reaches one, -DBUG=2 the other. */
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef BUG
#define BUG 0
#endif

static atomic_int x;

static void *writer(void *arg)
{
    (void)arg;
    atomic_store(&x, BUG);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    int v = atomic_load(&x);
    if (v == 1)
        reach_error(); /* violation one */
    if (v == 2)
        __VERIFIER_error(); /* violation two */
    pthread_join(t, 0);
    return 0;
}
