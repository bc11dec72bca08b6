/* Destructors run when main returns and at every exit, in the thread that ends the program: the others go on. What main wrote is there,
 * and what nobody has waited for may still come. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int x;

__attribute__((destructor)) static void last(void)
{
    x = x + 1;
#ifdef BUG
    assert(x != 3); /* violation */
#endif
}

static void *child(void *unused)
{
    x = 1;
#if EXIT == 2
    exit(0);
#endif
    return unused;
}

static void early(void)
{
#if EXIT == 3
    _exit(0);
#endif
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, child, 0);
#ifndef RACE
    pthread_join(t, 0);
#endif
    x = 2;
    early();
#if EXIT == 1
    exit(0);
#endif
    return 0;
}
