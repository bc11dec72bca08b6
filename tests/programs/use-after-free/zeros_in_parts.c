/* Memory from calloc is written whole, and then freed by another thread before a part of it is
 * updated: what is cut into parts because of an access that comes too late is written in these
 * parts from the start. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(_Atomic long *) shared;

static void *thread(void *arg)
{
    _Atomic long *object = atomic_load(&shared);
    if (object) {
        atomic_fetch_add(object, 1);
#ifdef BUG
        free((void *)object);
#endif
    }
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, thread, 0);
    _Atomic long *object = calloc(1, sizeof(*object));
    atomic_store(object, 0);
    atomic_store(&shared, object);
    pthread_join(other, 0);
    atomic_fetch_or((_Atomic short *)object, 1); /* violation */
    return 0;
}
