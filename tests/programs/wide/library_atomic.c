/* An atomic object of more than sixteen bytes is accessed by a library, which has a lock for it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct three { long a, b, c; };
static _Atomic struct three shared;

static void *child(void *unused)
{
#ifdef BUG
    ((struct three *)&shared)->a = 1;
    ((struct three *)&shared)->b = 1;
    ((struct three *)&shared)->c = 1;
#else
    atomic_store(&shared, ((struct three){1, 1, 1}));
#endif
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, child, 0);
    struct three seen = atomic_load(&shared);
    assert(seen.a == seen.b && seen.b == seen.c); /* violation */
    pthread_join(t, 0);
    return 0;
}
