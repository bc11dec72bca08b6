/* Treiber's stack with the hazard pointers of Michael (TPDS 2004): a node is freed once no thread
 * has announced that it is using it.
 *
 * BUG=1: `pop` does not look again after announcing: the node may be freed before anybody could
 *        see the announcement.
 * BUG=2: no fence follows the announcement: it may be seen too late.
 * BUG=3: `scan` looks at one hazard pointer fewer than there are.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

#define THREADS 2
#define LIMIT 1

struct node {
    int value;
    struct node *next;
};

static _Atomic(struct node *) top;
static _Atomic(struct node *) hazards[THREADS];

/* What a thread has removed and not freed yet. */
struct retired {
    struct node *nodes[8];
    int count;
};

static bool is_hazardous(struct node *node)
{
    int last = BUG == 3 ? THREADS - 1 : THREADS;
    for (int i = 0; i < last; i++)
        if (atomic_load_explicit(&hazards[i], memory_order_acquire) == node)
            return true;
    return false;
}

static void scan(struct retired *retired)
{
    int kept = 0;
    atomic_thread_fence(memory_order_seq_cst);
    for (int i = 0; i < retired->count; i++) {
        struct node *node = retired->nodes[i];
        if (is_hazardous(node))
            retired->nodes[kept++] = node;
        else
            free(node);
    }
    retired->count = kept;
}

static void retire(struct retired *retired, struct node *node)
{
    retired->nodes[retired->count++] = node;
    if (retired->count >= LIMIT)
        scan(retired);
}

static void push(int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = atomic_load_explicit(&top, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&top, &node->next, node, memory_order_release,
                                                  memory_order_relaxed))
        ;
}

/* The top of the stack, which nobody frees until the hazard pointer points elsewhere. */
static struct node *protect(int me)
{
    struct node *node = atomic_load_explicit(&top, memory_order_relaxed);
    for (;;) {
        /* With release, because it also takes back the announcement of another node, which may be
         * freed then. */
        atomic_store_explicit(&hazards[me], node, memory_order_release);
#if BUG != 2
        atomic_thread_fence(memory_order_seq_cst);
#endif
#if BUG == 1
        return node;
#endif
        struct node *again = atomic_load_explicit(&top, memory_order_acquire);
        if (again == node)
            return node;
        node = again;
    }
}

static bool pop(int me, int *value, struct retired *retired)
{
    for (;;) {
        struct node *node = protect(me);
        if (!node)
            return false;
        struct node *next = node->next;
        if (atomic_compare_exchange_strong_explicit(&top, &node, next, memory_order_acquire,
                                                    memory_order_relaxed)) {
            *value = node->value;
            atomic_store_explicit(&hazards[me], NULL, memory_order_release);
            retire(retired, node);
            return true;
        }
    }
}

static atomic_int popped[3];

static void *worker(void *argument)
{
    int me = (int)(long)argument;
    struct retired retired = {.count = 0};
    int value;
    if (pop(me, &value, &retired))
        assert(atomic_fetch_add_explicit(&popped[value], 1, memory_order_relaxed) == 0);
    atomic_store_explicit(&hazards[me], NULL, memory_order_release);
    return NULL;
}

int main(void)
{
    pthread_t other;
    push(0);
    push(1);
    pthread_create(&other, NULL, worker, (void *)1L);
    worker((void *)0L);
    pthread_join(other, NULL);
    assert(atomic_load_explicit(&top, memory_order_relaxed) == NULL);
    return 0;
}
