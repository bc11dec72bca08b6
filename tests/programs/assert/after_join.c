/* A join orders what the thread did before what follows. -DBUG asserts before the join. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *set(void *arg)
{
    (void)arg;
    x = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, set, 0);
#ifdef BUG
    assert(x == 1); /* violation */
#endif
    pthread_join(t, 0);
    assert(x == 1);
    return 0;
}
