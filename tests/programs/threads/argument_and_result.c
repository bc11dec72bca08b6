/* A thread gets an argument and returns a result, as a number and as a pointer to memory of its own. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *square(void *arg)
{
    long n = (long)arg;
    return (void *)(n * n);
}

static void *boxed_square(void *arg)
{
    int *result = malloc(sizeof *result);
    *result = *(int *)arg * *(int *)arg;
    return result;
}

int main(void)
{
    pthread_t a, b;
    int seven = 7;
    void *r;
    assert(pthread_create(&a, 0, square, (void *)-5) == 0);
    assert(pthread_create(&b, 0, boxed_square, &seven) == 0);
    assert(pthread_join(a, &r) == 0);
    assert((long)r == 25);
    assert(pthread_join(b, &r) == 0);
    assert(*(int *)r == 49);
    free(r);
    return 0;
}
