/* A pointer installed by compare-exchange keeps its object: the winner's node is the one that all see. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node { int owner; };
static struct node nodes[2] = { { 1 }, { 2 } };
static _Atomic(struct node *) root;

static void *install(void *arg)
{
    struct node *none = 0, *mine = &nodes[(long)arg];
    if (!atomic_compare_exchange_strong(&root, &none, mine))
        assert(none->owner == 3 - mine->owner);
    assert(atomic_load(&root)->owner >= 1);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, install, (void *)0);
    pthread_create(&b, 0, install, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
