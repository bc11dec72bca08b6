/* A list that grows while it is walked along: what the first walk reads is not known before it is
 * known what is written at its end, and that depends on what the walk reads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int key;
    _Atomic(struct node *) next;
};

static _Atomic(struct node *) head;

/* Where the first node is linked whose key is not less. */
static _Atomic(struct node *) *find(int key)
{
    _Atomic(struct node *) *place = &head;
    for (;;) {
        struct node *node = atomic_load_explicit(place, memory_order_acquire);
        if (!node || node->key >= key)
            return place;
        place = &node->next;
    }
}

static void insert(int key)
{
    struct node *new = malloc(sizeof *new);
    new->key = key;
    _Atomic(struct node *) *place = find(key);
    atomic_init(&new->next, atomic_load_explicit(place, memory_order_relaxed));
    atomic_store_explicit(place, new, memory_order_release);
}

static void *reader(void *unused)
{
    find(6);
    return unused;
}

int main(void)
{
    pthread_t thread;
    insert(9);
    pthread_create(&thread, NULL, reader, NULL);
    insert(5);
    pthread_join(thread, NULL);
    struct node *first = atomic_load(&head);
#ifdef BUG
    assert(first->key == 9); /* violation */
#else
    assert(first->key == 5 && atomic_load(&first->next)->key == 9);
#endif
    return 0;
}
