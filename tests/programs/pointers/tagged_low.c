/* A mark in the lowest bit of an aligned pointer, as in lock-free lists. -DBUG forgets to take it off. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct node { long key; };
static struct node node = { 7 };
static _Atomic uintptr_t link = 0;

static void *mark(void *arg)
{
    (void)arg;
    atomic_fetch_or(&link, 1);
    return 0;
}

int main(void)
{
    pthread_t t;
    atomic_store(&link, (uintptr_t)&node);
    pthread_create(&t, 0, mark, 0);
    uintptr_t l = atomic_load(&link);
#ifdef BUG
    struct node *n = (struct node *)l;
#else
    struct node *n = (struct node *)(l & ~(uintptr_t)1);
#endif
    assert(n->key == 7); /* violation */
    pthread_join(t, 0);
    assert(atomic_load(&link) == (uintptr_t)&node + 1);
    return 0;
}
