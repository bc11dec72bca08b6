/* Treiber's stack, of which each thread pushes a node and pops one: what is popped must be whole. The nodes are not freed. With
 * NO_RELEASE, a node may be reached before what is in it; with DEPENDENCY, the reader relies on the address alone, and with
 * DEPENDENCY and BRANCH on a branch, which orders no reads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef NO_RELEASE
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif
#ifdef DEPENDENCY
#define LOOK memory_order_relaxed
#else
#define LOOK memory_order_acquire
#endif

struct node {
    atomic_int value;
    struct node *_Atomic next;
};

static struct node *_Atomic top;
static struct node nodes[2];

static int value(struct node *node)
{
#ifdef BRANCH
    if (node == &nodes[0])
        return atomic_load_explicit(&nodes[0].value, memory_order_relaxed);
    node = &nodes[1];
#endif
    return atomic_load_explicit(&node->value, memory_order_relaxed);
}

static void push(struct node *node)
{
    struct node *old = atomic_load_explicit(&top, memory_order_relaxed);
    do
        atomic_store_explicit(&node->next, old, memory_order_relaxed);
    while (!atomic_compare_exchange_strong_explicit(&top, &old, node, PUBLISH, memory_order_relaxed));
}

static struct node *pop(void)
{
    struct node *old = atomic_load_explicit(&top, LOOK);
    while (old) {
        struct node *next = atomic_load_explicit(&old->next, memory_order_relaxed);
        if (atomic_compare_exchange_strong_explicit(&top, &old, next, LOOK, LOOK))
            return old;
    }
    return NULL;
}

static void *producer(void *unused)
{
    atomic_store_explicit(&nodes[0].value, 7, memory_order_relaxed);
    push(&nodes[0]);
    return unused;
}

static void *consumer(void *unused)
{
    struct node *node = pop();
    if (node)
        assert(value(node) == 7); /* violation */
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, producer, NULL);
    pthread_create(&threads[1], NULL, consumer, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
