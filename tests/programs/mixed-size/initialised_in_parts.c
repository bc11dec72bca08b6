/* An object is written byte by byte before a thread is created that gets to know of it, and updated as a whole later. Nobody can see
 * the bytes one by one, so the update is not split. If another thread knows of the object earlier (EARLY), it is. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct counted { atomic_long strong, weak; char payload[16]; };

static struct counted template;
static _Atomic(struct counted *) early;

static void *user(void *object)
{
    struct counted *counted = object;
    atomic_fetch_add_explicit(&counted->strong, 1, memory_order_relaxed);
    return 0;
}

static void *spy(void *unused)
{
    struct counted *counted = atomic_load_explicit(&early, memory_order_acquire);
    if (counted)
        atomic_fetch_add_explicit(&counted->strong, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t, s;
#ifdef EARLY
    pthread_create(&s, 0, spy, 0);
#endif
    ((char *)&template)[0] = 1;
#ifdef LOCAL
    struct counted local, *counted = &local;
#else
    struct counted *counted = malloc(sizeof *counted);
#endif
#ifdef WHOLE
    memcpy(counted, &template, sizeof *counted);
#else
    for (unsigned i = 0; i < sizeof *counted; i++)
        ((char *)counted)[i] = ((char *)&template)[i];
#endif
#ifdef EARLY
    atomic_store_explicit(&early, counted, memory_order_release);
#endif
    pthread_create(&t, 0, user, counted);
    user(counted);
    pthread_join(t, 0);
#ifdef EARLY
    pthread_join(s, 0);
#endif
    long value = atomic_load_explicit(&counted->strong, memory_order_relaxed);
#ifdef BUG
    assert(value == 1 << 8); /* violation */
#elif defined EARLY
    assert(value == 3 || value == 4);
#else
    assert(value == 3);
#endif
    return 0;
}
