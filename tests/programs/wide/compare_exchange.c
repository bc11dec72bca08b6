/* A stack whose top is a pointer and a number that changes with it, exchanged together, so that a
 * node that comes back is not mistaken for the one that was there. With BUG, the number does not
 * change, and the stack is corrupted in the way that is called ABA. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>

struct node {
    _Atomic(struct node *) next;
};

struct top {
    struct node *node;
    uintptr_t number;
};

static _Atomic(struct top) top;
static struct node nodes[2];

static void push(struct node *node)
{
    struct top old = atomic_load(&top), new;
    do {
        node->next = old.node;
        new.node = node;
        new.number = old.number;
    } while (!atomic_compare_exchange_strong(&top, &old, new));
}

static struct node *pop(void)
{
    struct top old = atomic_load(&top), new;
    do {
        if (!old.node)
            return NULL;
        new.node = old.node->next;
#ifdef BUG
        new.number = old.number;
#else
        new.number = old.number + 1;
#endif
    } while (!atomic_compare_exchange_strong(&top, &old, new));
    return old.node;
}

static atomic_int owners[2];

static void own(struct node *node)
{
    if (node) {
        int before = atomic_fetch_add(&owners[node - nodes], 1);
        assert(before == 0); /* violation */
    }
}

static void *popper(void *unused)
{
    own(pop());
    return NULL;
}

static void *recycler(void *unused)
{
    struct node *first = pop();
    own(pop());
    if (first)
        push(first);
    return NULL;
}

int main(void)
{
    pthread_t one, two;
    push(&nodes[0]);
    push(&nodes[1]);
    pthread_create(&one, NULL, popper, NULL);
    pthread_create(&two, NULL, recycler, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    own(pop());
    own(pop());
    return 0;
}
