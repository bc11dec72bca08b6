/* The end of the object comes before the store to it if the last load does not see the flag. The execution in which that load sees the
 * second store to the flag is found from there: it needs what the first thread does after its mistake. Nothing that it
 * does after a mistake is reported, or counted, itself. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(atomic_int *) shared;
static atomic_int flag, told;

static void *user(void *arg)
{
    (void)arg;
    atomic_int *object = calloc(1, sizeof *object);
    atomic_store(&shared, object);
    atomic_store(&flag, 1);
    atomic_store(object, 7); /* violation */
#ifdef TELL
    assert(atomic_load(&told) != 1);
#endif
    atomic_store(&flag, 2);
    return 0;
}

static void *ender(void *arg)
{
    (void)arg;
    atomic_int *object = atomic_load(&shared);
    if (object) {
        free(object);
        atomic_thread_fence(memory_order_seq_cst);
    }
    int seen = atomic_load(&flag);
#ifdef TELL
    if (object)
        atomic_store(&told, seen + 1);
#endif
    return (void *)(long)seen;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, ender, 0);
    pthread_create(&t, 0, user, 0);
    return 0;
}
