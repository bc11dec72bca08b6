/* A static local keeps its value between calls, and is shared between threads. -DBUG races on it. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int next(void)
{
    static int last = 10;
#ifndef BUG
    pthread_mutex_lock(&m);
#endif
    int n = ++last;
#ifndef BUG
    pthread_mutex_unlock(&m);
#endif
    return n;
}

static int got[2];

static void *work(void *arg)
{
    got[(long)arg] = next();
    return 0;
}

int main(void)
{
    (void)m;
    pthread_t a, b;
    pthread_create(&a, 0, work, (void *)0);
    pthread_create(&b, 0, work, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(got[0] != got[1]); /* violation */
    assert(next() == 13);
    return 0;
}
