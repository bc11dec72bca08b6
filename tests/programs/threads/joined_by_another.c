/* One thread may be joined by a sibling, which orders it before what the sibling does next. */
#include <assert.h>
#include <pthread.h>

static pthread_t first;
static int x;

static void *set(void *arg)
{
    (void)arg;
    x = 1;
    return 0;
}

static void *wait_and_check(void *arg)
{
    (void)arg;
#ifndef BUG
    pthread_join(first, 0);
#endif
    assert(x == 1); /* violation */
    return 0;
}

int main(void)
{
    pthread_t second;
    pthread_create(&first, 0, set, 0);
    pthread_create(&second, 0, wait_and_check, 0);
    pthread_join(second, 0);
#ifdef BUG
    pthread_join(first, 0);
#endif
    return 0;
}
