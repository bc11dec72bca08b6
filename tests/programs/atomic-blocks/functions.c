/* The convention of SV-COMP: a function whose name starts with __VERIFIER_atomic_ is an atomic block. */
#include <assert.h>
#include <pthread.h>

static int x;

#ifdef BUG
#define increment plain_increment
#else
#define increment __VERIFIER_atomic_increment
#endif

void increment(void)
{
    x++;
}

static void *child(void *arg)
{
    (void)arg;
    increment();
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, child, 0);
    increment();
    pthread_join(t, 0);
    assert(x == 2); /* violation */
    return 0;
}
