/* An object is used by a thread that got its address without synchronisation. All accesses are atomic or the other thread's own, so there
 * is no data race. But nothing says that the object is there already: C++ wants its life to begin before, in the sense of
 * happens-before, and a real allocator may still be writing to it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef BUG
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

static _Atomic(int *) shared;

static void *creator(void *unused)
{
#ifdef LOCAL
    int object;
    atomic_store_explicit(&shared, &object, PUBLISH);
    while (atomic_load_explicit(&shared, memory_order_acquire)) {
    }
#else
    int *object = malloc(sizeof *object);
    atomic_store_explicit(&shared, object, PUBLISH);
#endif
    return unused;
}

static void *user(void *unused)
{
    int *object = atomic_load_explicit(&shared, memory_order_acquire);
    if (object) {
        *object = 18; /* violation */
        atomic_store_explicit(&shared, NULL, memory_order_release);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, creator, 0);
    pthread_create(&b, 0, user, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
