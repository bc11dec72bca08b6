/* The last of two owners frees. -DBUG decrements in two steps, so that both may think they are the last. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int owners = 2;
static int *object;

static void *release(void *arg)
{
    (void)arg;
#ifdef BUG
    atomic_fetch_sub(&owners, 1);
    int left = atomic_load(&owners);
#else
    int left = atomic_fetch_sub(&owners, 1) - 1;
#endif
    if (left == 0)
        free(object); /* violation */
    return 0;
}

int main(void)
{
    pthread_t a, b;
    object = malloc(sizeof *object);
    pthread_create(&a, 0, release, 0);
    pthread_create(&b, 0, release, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
