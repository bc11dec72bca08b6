// Under pso, a store that reaches the memory after its object was freed is wrong, and stays in its
// buffer. Other stores of its thread have buffers of their own and must still get out: an engine that
// keeps them loses the executions in which they overtake the free.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    _Atomic(struct node *) next;
    int number;
};

static _Atomic(struct node *) head;

static struct node *new_node(int number)
{
    struct node *node = malloc(sizeof *node);
    node->number = number;
    return node;
}

static void *append_and_walk(void *arg)
{
    struct node *node = new_node(2);
    atomic_init(&node->next, NULL);
    _Atomic(struct node *) *place = &head;
    struct node *next;
    while ((next = atomic_load_explicit(place, memory_order_acquire)))
        place = &next->next;
    atomic_store(place, node);
    int last = 0;
    struct node *at = atomic_load_explicit(&head, memory_order_relaxed);
    while (at) {
        last = at->number;
        at = atomic_load_explicit(&at->next, memory_order_relaxed);
    }
    (void)last;
    return arg;
}

static void *unlink_first(void *arg)
{
    struct node *first = atomic_load_explicit(&head, memory_order_acquire);
    if (first) {
        struct node *next = atomic_load_explicit(&first->next, memory_order_relaxed);
        if (atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_relaxed,
                                                    memory_order_relaxed))
            free(first);
    }
    return arg;
}

static void *insert(void *arg)
{
    struct node *node = new_node(1);
    struct node *first = atomic_load_explicit(&head, memory_order_relaxed);
    atomic_init(&node->next, first);
    atomic_store_explicit(&head, node, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, append_and_walk, NULL);
    pthread_create(&threads[1], NULL, unlink_first, NULL);
    pthread_create(&threads[2], NULL, insert, NULL);
    return 0;
}
