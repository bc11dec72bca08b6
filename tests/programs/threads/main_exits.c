/* When main calls pthread_exit the other threads go on, and what they do wrong still counts. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *work(void *arg)
{
    (void)arg;
    x++;
#ifdef BUG
    assert(x == 2); /* violation */
#else
    assert(x == 1);
#endif
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_exit(0);
    assert(0);
}
