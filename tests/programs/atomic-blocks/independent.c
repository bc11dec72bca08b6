/* Blocks on different variables do not meet: the order of the blocks alone is no difference. */
#include <heddle.h>
#include <pthread.h>

static int x[2], y[2];

static void *work(void *arg)
{
    long i = (long)arg;
    __VERIFIER_atomic_begin();
    x[i]++;
    y[i]++;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, work, (void *)0);
    pthread_create(&b, 0, work, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
