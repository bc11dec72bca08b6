/* The writer initialises an object in parts before it creates a thread. Another thread, which was
 * there before, knows of the allocation, but not of what was written since, and frees it.
 *
 * BUG: the object is published with a relaxed store.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef BUG
#define PUBLISHED memory_order_relaxed
#else
#define PUBLISHED memory_order_release
#endif

union value {
    long whole;
    int half[2];
};

static _Atomic(union value *) shared;
static atomic_int allocated;

static void *freer(void *unused)
{
    if (atomic_load_explicit(&allocated, memory_order_acquire))
        free(atomic_load_explicit(&shared, memory_order_acquire));
    return NULL;
}

static void *child(void *argument)
{
    atomic_store_explicit(&shared, argument, PUBLISHED);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, freer, NULL);
    union value *own = malloc(sizeof *own);
    atomic_store_explicit(&allocated, 1, memory_order_release);
    own->whole = 1; /* violation */
    own->half[0] = 2;
    pthread_create(&threads[1], NULL, child, own);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
