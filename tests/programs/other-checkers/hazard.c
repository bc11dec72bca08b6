/* A stack as programs for GenMC write it, with its hazard pointers and annotations. With BUG, a
 * node is used that is not protected. */
#include <assert.h>
#include <genmc.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static _Atomic(struct node *) top;

static void push(int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = atomic_load_explicit(&top, memory_order_relaxed);
    while (!__VERIFIER_final_CAS(atomic_compare_exchange_strong_explicit(
        &top, &node->next, node, memory_order_release, memory_order_relaxed)))
        ;
}

static int pop(void)
{
    __VERIFIER_hp_t *hazard = __VERIFIER_hp_alloc();
    struct node *node;
    int value = 0;
    do {
#ifdef BUG
        node = atomic_load_explicit(&top, memory_order_acquire);
#else
        node = __VERIFIER_hp_protect(hazard, &top);
#endif
        if (!node)
            break;
        value = node->value; /* violation */
    } while (!atomic_compare_exchange_strong_explicit(&top, &node, node->next, memory_order_acquire,
                                                      memory_order_relaxed));
    __VERIFIER_hp_free(hazard);
    if (node)
        __VERIFIER_hp_retire(node);
    return value;
}

static void *popper(void *unused)
{
    return (void *)(long)pop();
}

int main(void)
{
    push(1);
    push(2);
    __VERIFIER_thread_t thread = __VERIFIER_spawn(popper, NULL);
    int mine = pop();
    long others = (long)__VERIFIER_join(thread);
    assert(mine + others == 3);
    return 0;
}
