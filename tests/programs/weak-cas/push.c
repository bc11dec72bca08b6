/* Two threads push a node each: with the expected value in the node (as on cppreference), in a local variable, or loaded again in each turn. A failure for no reason leads
 * back to the same compare-exchange, after the node has been given the value that it had: with a weak compare-exchange there is nothing to
 * explore that there is not with a strong one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef STRONG
#define CAS atomic_compare_exchange_strong
#else
#define CAS atomic_compare_exchange_weak
#endif
#ifndef VARIANT
#define VARIANT 1
#endif

struct node {
    int value;
    struct node *next;
};
static struct node *_Atomic top;

static void *push(void *value)
{
    struct node *node = malloc(sizeof *node);
    node->value = (int)(long)value;
#if VARIANT == 1
    node->next = atomic_load(&top);
    while (!CAS(&top, &node->next, node)) {
    }
#elif VARIANT == 2
    struct node *seen = atomic_load(&top);
    do {
        node->next = seen;
    } while (!CAS(&top, &seen, node));
#else
    struct node *seen;
    do {
        seen = atomic_load(&top);
        node->next = seen;
    } while (!CAS(&top, &seen, node));
#endif
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, push, (void *)1);
    pthread_create(&two, 0, push, (void *)2);
    pthread_join(one, 0);
    pthread_join(two, 0);
#ifdef WALK
    int count = 0;
    for (struct node *node = top; node; node = node->next)
        count++;
#ifdef BUG
    assert(count == 1); /* violation */
#else
    assert(count == 2);
#endif
#endif
    return 0;
}
