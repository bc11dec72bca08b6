/* When main leaves by pthread_exit, the last thread that ends runs the destructors. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifdef HANDLER
static void last(void)
#else
__attribute__((destructor)) static void last(void)
#endif
{
    assert(0);
}

static void *child(void *unused)
{
    pthread_exit(unused);
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, child, 0);
#ifdef HANDLER
    atexit(last);
#endif
    pthread_join(t, 0);
    pthread_exit(0);
}
