/* Two counts are read at once, as those of a shared pointer are, so accesses to them are split.
 * What stands beside them in the same object stays whole, and can be updated at once.
 *
 * TOGETHER: the counts are updated at once.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct counted {
    union {
        struct {
            atomic_int strong, weak;
        };
        atomic_long both;
    };
    atomic_long ticket;
};

static struct counted *shared;

static void *take(void *unused)
{
    atomic_fetch_add(&shared->strong, 1);
    atomic_fetch_add(&shared->ticket, 1);
#ifdef TOGETHER
    atomic_fetch_add(&shared->both, 1);
#else
    assert(atomic_load(&shared->both) > 1L << 32);
#endif
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    shared = malloc(sizeof *shared);
    atomic_init(&shared->strong, 1);
    atomic_init(&shared->weak, 1);
    atomic_init(&shared->ticket, 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, take, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(atomic_load(&shared->ticket) == 2);
    free(shared);
    return 0;
}
