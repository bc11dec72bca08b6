/* A thread tells atexit something, or not in time. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int done;

static void handler(void)
{
#ifdef BUG
    assert(done == 0); /* violation */
#endif
}

static void *child(void *unused)
{
    atexit(handler);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, child, 0);
#ifdef WAIT
    pthread_join(t, 0);
#endif
    done = 1;
    return 0;
}
