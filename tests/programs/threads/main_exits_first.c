/* When main leaves by pthread_exit, the last thread runs what runs at the end, after all others. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int done;

#ifdef HANDLER
static void last(void)
#else
__attribute__((destructor)) static void last(void)
#endif
{
#ifdef BUG
    assert(done == 1); /* violation */
#else
    assert(done == 2);
#endif
}

static void *grandchild(void *unused)
{
    done++;
    return unused;
}

static void *child(void *unused)
{
    pthread_t t;
    done++;
    pthread_create(&t, 0, grandchild, 0);
    pthread_exit(unused);
}

int main(void)
{
    pthread_t t;
#ifdef HANDLER
    atexit(last);
#endif
    pthread_create(&t, 0, child, 0);
    pthread_exit(0);
}
