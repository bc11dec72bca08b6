/* A binary tree of threads, three levels deep, each adding its children's results. */
#include <assert.h>
#include <pthread.h>

static void *count(void *arg)
{
    long depth = (long)arg;
    if (depth == 0)
        return (void *)1;
    pthread_t left, right;
    void *l, *r;
    pthread_create(&left, 0, count, (void *)(depth - 1));
    pthread_create(&right, 0, count, (void *)(depth - 1));
    pthread_join(left, &l);
    pthread_join(right, &r);
    return (void *)((long)l + (long)r);
}

int main(void)
{
    assert((long)count((void *)3) == 8);
    return 0;
}
