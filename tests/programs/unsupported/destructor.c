/* A destructor runs after main and at every exit of the program. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

__attribute__((destructor)) static void last(void)
{
    assert(0);
}

static void *child(void *arg)
{
    exit((int)(long)arg);
}

int main(void)
{
#if EXIT == 1
    exit(0);
#elif EXIT == 2
    pthread_t t;
    pthread_create(&t, 0, child, 0);
    pthread_join(t, 0);
#elif EXIT == 3
    pthread_exit(0); /* the last thread ends: as if exit(0) */
#endif
    (void)child;
    return 0;
}
