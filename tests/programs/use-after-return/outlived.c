/* A function hands its variable to a thread. With -DBUG it does not wait for the thread. */
#include <pthread.h>

static pthread_t t;

static void *fill(void *arg)
{
    *(int *)arg = 1; /* violation */
    return 0;
}

static int start(void)
{
    int result = 0;
    pthread_create(&t, 0, fill, &result);
#ifndef BUG
    pthread_join(t, 0);
#endif
    return 0;
}

int main(void)
{
    start();
#ifdef BUG
    pthread_join(t, 0);
#endif
    return 0;
}
