/* A program in two files: a shared variable, a function, and a static name that both have. */
#include <assert.h>
#include <pthread.h>

extern int counter;
int add(int n);
static int hidden = 1;

static void *work(void *arg)
{
    (void)arg;
    add(hidden);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
#ifdef BUG
    add(hidden);
#endif
    pthread_join(t, 0);
#ifndef BUG
    add(hidden);
#endif
    assert(counter == 2); /* violation */
    assert(add(hidden) == 103);
    return 0;
}
