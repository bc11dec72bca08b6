/* A thread creates and joins a thread of its own; a sibling races with the grandchild.
 * -DBUG forgets the inner join. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *grandchild(void *arg)
{
    (void)arg;
    atomic_fetch_add(&x, 1);
    return 0;
}

static void *child(void *arg)
{
    pthread_t t;
    pthread_create(&t, 0, grandchild, arg);
#ifndef BUG
    pthread_join(t, 0);
#endif
    assert(atomic_load(&x) >= 1); /* violation */
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, child, 0);
    pthread_create(&b, 0, child, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
