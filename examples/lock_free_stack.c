/* A lock-free stack whose nodes are used again. One thread reads the top node and its successor; before
 * its compare-exchange another thread takes both and puts the first one back. The top looks as before, the
 * compare-exchange succeeds, and a node that is in use is on the stack again: the ABA problem.
 *
 *     heddle check examples/lock_free_stack.c
 *     heddle check examples/lock_free_stack.c -- -DFIXED      counts changes beside the top
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct node { atomic_int next, in_use; };
static struct node pool[3]; /* number 0 is no node */

/* The number of the top node, and above it a count of changes. */
static _Atomic uint64_t top;

static uint64_t top_after(uint64_t old, int node)
{
#ifdef FIXED
    uint64_t changes = (old >> 32) + 1;
#else
    uint64_t changes = 0;
    (void)old;
#endif
    return changes << 32 | (uint64_t)node;
}

static void push(int node)
{
    uint64_t old = atomic_load(&top);
    do
        atomic_store(&pool[node].next, (int)(uint32_t)old);
    while (!atomic_compare_exchange_strong(&top, &old, top_after(old, node)));
}

static int pop(void)
{
    uint64_t old = atomic_load(&top);
    for (;;) {
        int node = (int)(uint32_t)old;
        if (node == 0)
            return 0;
        int next = atomic_load(&pool[node].next);
        if (atomic_compare_exchange_strong(&top, &old, top_after(old, next))) {
            assert(!atomic_exchange(&pool[node].in_use, 1)); /* violation */
            return node;
        }
    }
}

static void *take_two(void *arg)
{
    (void)arg;
    pop();
    pop();
    return 0;
}

static void *take_two_return_one(void *arg)
{
    (void)arg;
    int first = pop();
    pop();
    if (first) {
        atomic_store(&pool[first].in_use, 0);
        push(first);
    }
    return 0;
}

int main(void)
{
    pthread_t a, b;
    push(1);
    push(2);
    pthread_create(&a, 0, take_two, 0);
    pthread_create(&b, 0, take_two_return_one, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
