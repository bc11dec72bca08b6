/* Whether the store to the object comes after its end depends on what is known of the order of the stores to the flag. An exploration
 * that goes on after the violation still has all executions without it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(atomic_int *) shared;
static atomic_int flag;

static void *user(void *arg)
{
    (void)arg;
    atomic_int *object = calloc(1, sizeof *object);
    atomic_store(&shared, object);
    atomic_store(&flag, 0);
    atomic_store(object, 7); /* violation */
    return 0;
}

static void *ender(void *arg)
{
    (void)arg;
    atomic_int *object = atomic_load(&shared);
    if (object)
        free(object);
    atomic_exchange(&flag, 1);
    atomic_store(&flag, 0);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, user, 0);
    pthread_create(&t, 0, ender, 0);
    return 0;
}
