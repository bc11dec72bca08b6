/* The variables of main are gone when it has returned. 1: what `atexit` was told reads one, 2: a
 * thread that was not waited for writes one. 3: after `exit` they are still there. */
#include <pthread.h>
#include <stdlib.h>

#ifndef CASE
#define CASE 0
#endif

static int *kept;

static void handler(void)
{
    if (*kept != 1) /* violation with CASE=1 */
        abort();
}

static void *writer(void *p)
{
    *(int *)p = 1; /* violation with CASE=2 */
    return NULL;
}

int main(void)
{
    int x = 1;
    kept = &x;
    if (CASE == 1 || CASE == 3)
        atexit(handler);
    if (CASE == 3)
        exit(0);
    pthread_t t;
    pthread_create(&t, NULL, writer, &x);
    if (CASE != 2)
        pthread_join(t, NULL);
    return 0;
}
