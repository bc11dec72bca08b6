/* exit in a thread ends main too. What main does wrong before that still counts. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *stop(void *arg)
{
    (void)arg;
    exit(0);
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, stop, 0);
#ifdef BUG
    assert(0); /* violation */
#endif
    pthread_join(t, 0);
    assert(0);
}
