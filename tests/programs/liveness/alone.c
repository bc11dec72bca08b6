/* A loop that waits for something that only its own thread could change. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int own;

static void *idle(void *arg)
{
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, idle, 0);
    volatile int *flag = malloc(sizeof *flag);
    *flag = 1;
#if BUG == 1
    *flag = 0;
#endif
    while (!*flag) /* violation */
        ;
    free((void *)flag);
#if BUG == 2
    while (!atomic_load(&own))
        ;
#elif BUG == 3
    for (;;)
        ;
#elif BUG == 4
    /* Each turn changes something, and every second one undoes it. */
    for (volatile unsigned turn = 0; turn < 2; turn ^= 1)
        ;
#endif
    pthread_join(thread, 0);
    return atomic_load(&own);
}
