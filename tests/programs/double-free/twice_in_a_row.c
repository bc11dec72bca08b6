/* Who frees twice in a row is at its end there, also if somebody else frees the same object, in any order with that. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *once(void *arg)
{
    (void)arg;
    free(atomic_load(&shared));
    return 0;
}

static void *twice(void *arg)
{
    (void)arg;
    int *object = malloc(sizeof *object);
    atomic_store(&shared, object);
    free(object);
    free(object);
    *object = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, once, 0);
    pthread_create(&t, 0, twice, 0);
    return 0;
}
