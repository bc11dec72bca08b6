/* Epoch-based reclamation, after Fraser (2004): what was removed in one epoch is freed when the
 * epoch has moved on twice, and it moves on only when all threads that are active have seen it.
 *
 * A thread replaces a shared configuration and retires the old one, another one reads it.
 *
 * BUG=1: `pin` has no fence after it has announced its epoch: the announcement is seen too late.
 * BUG=2: what was retired is freed when the epoch has moved on once.
 * BUG=3: the epoch moves on without a look at who is active.
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
#define EPOCHS 3
#define GRACE (BUG == 2 ? 1 : 2)
#define ACTIVE 1u

struct configuration {
    int left, right;
};

/* Per thread: twice the epoch, plus one while it is active. */
struct participant {
    atomic_uint state;
    struct configuration *retired[4];
    unsigned retired_in[4];
    int count;
};

static atomic_uint global_epoch;
static struct participant participants[THREADS];
static _Atomic(struct configuration *) current;

static void pin(struct participant *me)
{
    unsigned epoch = atomic_load_explicit(&global_epoch, memory_order_relaxed);
    atomic_store_explicit(&me->state, 2 * epoch | ACTIVE, memory_order_relaxed);
#if BUG != 1
    atomic_thread_fence(memory_order_seq_cst);
#endif
}

static void unpin(struct participant *me)
{
    atomic_store_explicit(&me->state, 0, memory_order_release);
}

/* Moves the epoch on if everybody who is active has seen it. */
static bool try_advance(void)
{
    unsigned epoch = atomic_load_explicit(&global_epoch, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    for (int i = 0; BUG != 3 && i < THREADS; i++) {
        unsigned state = atomic_load_explicit(&participants[i].state, memory_order_relaxed);
        if ((state & ACTIVE) && state / 2 != epoch)
            return false;
    }
    atomic_thread_fence(memory_order_acquire);
    return atomic_compare_exchange_strong_explicit(&global_epoch, &epoch, epoch + 1,
                                                   memory_order_release, memory_order_relaxed);
}

static void retire(struct participant *me, struct configuration *old)
{
    atomic_thread_fence(memory_order_seq_cst);
    me->retired[me->count] = old;
    me->retired_in[me->count] = atomic_load_explicit(&global_epoch, memory_order_relaxed);
    me->count++;
}

static void collect(struct participant *me)
{
    unsigned epoch = atomic_load_explicit(&global_epoch, memory_order_acquire);
    int kept = 0;
    for (int i = 0; i < me->count; i++) {
        if (epoch - me->retired_in[i] >= GRACE) {
            free(me->retired[i]);
        } else {
            me->retired[kept] = me->retired[i];
            me->retired_in[kept++] = me->retired_in[i];
        }
    }
    me->count = kept;
}

static struct configuration *configuration_new(int value)
{
    struct configuration *new = malloc(sizeof *new);
    new->left = new->right = value;
    return new;
}

static void *reader(void *argument)
{
    struct participant *me = argument;
    pin(me);
    struct configuration *seen = atomic_load_explicit(&current, memory_order_acquire);
    assert(seen->left == seen->right);
    unpin(me);
    return NULL;
}

static void *writer(void *argument)
{
    struct participant *me = argument;
    pin(me);
    struct configuration *new = configuration_new(1);
    struct configuration *old =
        atomic_exchange_explicit(&current, new, memory_order_acq_rel);
    retire(me, old);
    unpin(me);
    for (int i = 0; i < EPOCHS; i++) {
        if (!try_advance())
            break;
        collect(me);
    }
    return NULL;
}

int main(void)
{
    pthread_t other;
    atomic_init(&current, configuration_new(0));
    pthread_create(&other, NULL, reader, &participants[1]);
    writer(&participants[0]);
    pthread_join(other, NULL);
    while (participants[0].count > 0) {
        try_advance();
        collect(&participants[0]);
    }
    free(atomic_load_explicit(&current, memory_order_relaxed));
    return 0;
}
