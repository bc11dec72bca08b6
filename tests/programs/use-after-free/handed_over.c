/* One thread frees what another hands over by a flag; with -DBUG the giver looks at it once more. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static long *box;
static atomic_int full;

static void *give(void *arg)
{
    (void)arg;
    long *b = malloc(sizeof *b);
    *b = 1;
    box = b;
    atomic_store(&full, 1);
#ifdef BUG
    return (void *)*b; /* violation */
#else
    return 0;
#endif
}

static void *take(void *arg)
{
    (void)arg;
    if (atomic_load(&full))
        free(box);
    return 0;
}

int main(void)
{
    pthread_t g, t;
    pthread_create(&g, 0, give, 0);
    pthread_create(&t, 0, take, 0);
    pthread_join(g, 0);
    pthread_join(t, 0);
    return 0;
}
