/* Moves keep the order of stores and that of loads, whatever the model says of C. */
#include "x86.h"
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static volatile u32 data, ready;

static void *send(void *unused)
{
#ifdef BUG
    store(&ready, 1);
    store(&data, 1);
#else
    store(&data, 1);
    store(&ready, 1);
#endif
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, send, NULL);
    if (load(&ready))
        assert(load(&data)); /* violation */
    pthread_join(thread, NULL);
    return 0;
}
