/* A sorted list that is read without locks, in the manner of RCU: a writer publishes new nodes,
 * unlinks old ones, and frees them after all readers that could have seen them have left.
 *
 * Readers say that they are in by a counter of their own; a grace period waits until each reader
 * was seen outside, or has come in anew.
 *
 * BUG=1: a node is published without a release: a reader finds it before what is in it.
 * BUG=2: a node is freed at once.
 * BUG=3: entering has no fence: the reader may read before anybody sees that it is in.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

#define READERS 1

struct node {
    int key, value;
    _Atomic(struct node *) next;
};

static _Atomic(struct node *) head;
static pthread_mutex_t writers = PTHREAD_MUTEX_INITIALIZER;

/* Odd while the reader is in. */
static atomic_uint sections[READERS];

static void read_enter(int me)
{
    unsigned section = atomic_load_explicit(&sections[me], memory_order_relaxed);
    atomic_store_explicit(&sections[me], section + 1, memory_order_relaxed);
#if BUG != 3
    atomic_thread_fence(memory_order_seq_cst);
#endif
}

static void read_leave(int me)
{
    unsigned section = atomic_load_explicit(&sections[me], memory_order_relaxed);
    atomic_store_explicit(&sections[me], section + 1, memory_order_release);
}

static void synchronize(void)
{
    atomic_thread_fence(memory_order_seq_cst);
    for (int i = 0; i < READERS; i++) {
        unsigned before = atomic_load_explicit(&sections[i], memory_order_acquire);
        if (before % 2 == 0)
            continue;
        while (atomic_load_explicit(&sections[i], memory_order_acquire) == before)
            ;
    }
}

static bool lookup(int me, int key, int *value)
{
    bool found = false;
    read_enter(me);
    struct node *node = atomic_load_explicit(&head, memory_order_acquire);
    while (node && node->key < key)
        node = atomic_load_explicit(&node->next, memory_order_acquire);
    if (node && node->key == key) {
        *value = node->value;
        found = true;
    }
    read_leave(me);
    return found;
}

/* Where the first node is linked whose key is not less. */
static _Atomic(struct node *) *find(int key)
{
    _Atomic(struct node *) *place = &head;
    for (;;) {
        struct node *node = atomic_load_explicit(place, memory_order_relaxed);
        if (!node || node->key >= key)
            return place;
        place = &node->next;
    }
}

static void insert(int key, int value)
{
    struct node *new = malloc(sizeof *new);
    new->key = key;
    new->value = value;
    pthread_mutex_lock(&writers);
    _Atomic(struct node *) *place = find(key);
    atomic_init(&new->next, atomic_load_explicit(place, memory_order_relaxed));
#if BUG == 1
    atomic_store_explicit(place, new, memory_order_relaxed);
#else
    atomic_store_explicit(place, new, memory_order_release);
#endif
    pthread_mutex_unlock(&writers);
}

static void erase(int key)
{
    pthread_mutex_lock(&writers);
    _Atomic(struct node *) *place = find(key);
    struct node *node = atomic_load_explicit(place, memory_order_relaxed);
    if (!node || node->key != key) {
        pthread_mutex_unlock(&writers);
        return;
    }
    struct node *next = atomic_load_explicit(&node->next, memory_order_relaxed);
    atomic_store_explicit(place, next, memory_order_release);
    pthread_mutex_unlock(&writers);
#if BUG != 2
    synchronize();
#endif
    free(node);
}

static void *reader(void *unused)
{
    int value;
    for (int i = 0; i < 2; i++)
        if (lookup(0, 5, &value))
            assert(value == 50);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    insert(9, 90);
    pthread_create(&thread, NULL, reader, NULL);
    insert(5, 50);
    erase(9);
    insert(3, 30);
    erase(5);
    pthread_join(thread, NULL);
    erase(3);
    assert(atomic_load_explicit(&head, memory_order_relaxed) == NULL);
    return 0;
}
