/* calloc writes zeros, and who gets the pointer without synchronisation need not know of them: as if the program wrote them
 * itself (EXPLICIT). With a release store and an acquire load everything is fine. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef BUG
#define PUBLISH memory_order_relaxed
#define RECEIVE memory_order_relaxed
#else
#define PUBLISH memory_order_release
#define RECEIVE memory_order_acquire
#endif

struct pair { int first, second; };

static _Atomic(struct pair *) shared;

static void *creator(void *unused)
{
#ifdef EXPLICIT
    struct pair *pair = malloc(sizeof *pair);
    pair->second = 0; /* explicit */
#else
    struct pair *pair = calloc(1, sizeof *pair);
#endif
    pair->first = 1;
    atomic_store_explicit(&shared, pair, PUBLISH);
    return unused;
}

static void *user(void *unused)
{
    struct pair *pair = atomic_load_explicit(&shared, RECEIVE);
    if (pair) {
#ifdef READ
        int zero = pair->second; /* violation: read */
        assert(zero == 0);
#else
        pair->second = 18; /* violation: write */
        assert(pair->second == 18); /* violation: overwritten */
#endif
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
