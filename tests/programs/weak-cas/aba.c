/* A Treiber stack whose nodes are used again: while one thread is about to pop a node, the other pops two and pushes the first again. The push has a weak
 * compare-exchange, whose failures for no reason change nothing: the node gets the same successor again. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef STRONG
#define CAS atomic_compare_exchange_strong
#else
#define CAS atomic_compare_exchange_weak
#endif

struct node {
    struct node *_Atomic next;
};
static struct node *_Atomic top;
static struct node nodes[3];
static atomic_int owners[3];

static void push(struct node *node)
{
    struct node *seen = atomic_load(&top);
    do {
        atomic_store(&node->next, seen);
    } while (!CAS(&top, &seen, node));
}

static struct node *pop(void)
{
    struct node *seen = atomic_load(&top);
    struct node *next;
    do {
        if (!seen)
            return 0;
        next = atomic_load(&seen->next);
    } while (!atomic_compare_exchange_strong(&top, &seen, next));
    return seen;
}

static struct node *take(void)
{
    struct node *node = pop();
    if (node)
        assert(atomic_fetch_add(&owners[node - nodes], 1) == 0); /* violation */
    return node;
}

static void *once(void *unused)
{
    take();
    return unused;
}

static void *several(void *unused)
{
    struct node *first = take();
    take();
    if (first) {
        atomic_fetch_sub(&owners[first - nodes], 1);
        push(first);
    }
#ifdef BUG
    take();
    take();
#endif
    return unused;
}

int main(void)
{
    pthread_t one, two;
    push(&nodes[2]);
    push(&nodes[1]);
    push(&nodes[0]);
    pthread_create(&one, 0, once, 0);
    pthread_create(&two, 0, several, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
