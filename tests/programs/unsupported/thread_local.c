/* A variable for each thread must not be taken for one that all share. */
#include <assert.h>
#include <pthread.h>

static _Thread_local int mine;

static void *work(void *arg)
{
    (void)arg;
    mine++;
    assert(mine == 1);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return mine;
}
