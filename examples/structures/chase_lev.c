/* The work-stealing deque of Chase and Lev (SPAA 2005) with the orders of Lê, Pop, Cohen and
 * Zappa Nardelli (PPoPP 2013, figure 1), and an array that grows.
 *
 * The owner pushes and takes at the bottom, thieves steal at the top. Each task must come out
 * exactly once, and what a task says must have been written before it was pushed.
 *
 * BUG=1: `take` has no fence between its store of `bottom` and its load of `top`: the owner and a
 *        thief both get the last task.
 * BUG=2: `take` does not compare and exchange `top` for the last task: the same.
 * BUG=3: `push` publishes `bottom` without a release: a thief finds a task that is not written.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

#define TASKS 3

struct task {
    int number;
};

struct array {
    long capacity;
    struct array *previous;
    _Atomic(struct task *) slots[];
};

struct deque {
    atomic_long top, bottom;
    _Atomic(struct array *) array;
};

static struct array *array_new(long capacity, struct array *previous)
{
    struct array *array = malloc(sizeof *array + capacity * sizeof array->slots[0]);
    array->capacity = capacity;
    array->previous = previous;
    for (long i = 0; i < capacity; i++)
        atomic_init(&array->slots[i], NULL);
    return array;
}

static _Atomic(struct task *) *slot(struct array *array, long index)
{
    return &array->slots[index % array->capacity];
}

static void deque_init(struct deque *deque, long capacity)
{
    atomic_init(&deque->top, 0);
    atomic_init(&deque->bottom, 0);
    atomic_init(&deque->array, array_new(capacity, NULL));
}

static void deque_destroy(struct deque *deque)
{
    struct array *array = atomic_load_explicit(&deque->array, memory_order_relaxed);
    while (array) {
        struct array *previous = array->previous;
        free(array);
        array = previous;
    }
}

/* Thieves may still read the old array, so it is kept. */
static struct array *grow(struct deque *deque, struct array *old, long top, long bottom)
{
    struct array *new = array_new(2 * old->capacity, old);
    for (long i = top; i < bottom; i++) {
        struct task *task = atomic_load_explicit(slot(old, i), memory_order_relaxed);
        atomic_store_explicit(slot(new, i), task, memory_order_relaxed);
    }
    atomic_store_explicit(&deque->array, new, memory_order_release);
    return new;
}

static void push(struct deque *deque, struct task *task)
{
    long bottom = atomic_load_explicit(&deque->bottom, memory_order_relaxed);
    long top = atomic_load_explicit(&deque->top, memory_order_acquire);
    struct array *array = atomic_load_explicit(&deque->array, memory_order_relaxed);
    if (bottom - top > array->capacity - 1)
        array = grow(deque, array, top, bottom);
    atomic_store_explicit(slot(array, bottom), task, memory_order_relaxed);
#if BUG == 3
    atomic_store_explicit(&deque->bottom, bottom + 1, memory_order_relaxed);
#else
    atomic_store_explicit(&deque->bottom, bottom + 1, memory_order_release);
#endif
}

static struct task *take(struct deque *deque)
{
    long bottom = atomic_load_explicit(&deque->bottom, memory_order_relaxed) - 1;
    struct array *array = atomic_load_explicit(&deque->array, memory_order_relaxed);
    atomic_store_explicit(&deque->bottom, bottom, memory_order_relaxed);
#if BUG != 1
    atomic_thread_fence(memory_order_seq_cst);
#endif
    long top = atomic_load_explicit(&deque->top, memory_order_relaxed);
    if (top > bottom) {
        atomic_store_explicit(&deque->bottom, bottom + 1, memory_order_relaxed);
        return NULL;
    }
    struct task *task = atomic_load_explicit(slot(array, bottom), memory_order_relaxed);
    if (top == bottom) {
        /* The last one: whoever moves `top` gets it. */
#if BUG == 2
        atomic_store_explicit(&deque->top, top + 1, memory_order_seq_cst);
#else
        if (!atomic_compare_exchange_strong_explicit(&deque->top, &top, top + 1,
                                                     memory_order_seq_cst, memory_order_relaxed))
            task = NULL;
#endif
        atomic_store_explicit(&deque->bottom, bottom + 1, memory_order_relaxed);
    }
    return task;
}

static struct task *steal(struct deque *deque)
{
    long top = atomic_load_explicit(&deque->top, memory_order_acquire);
    atomic_thread_fence(memory_order_seq_cst);
    long bottom = atomic_load_explicit(&deque->bottom, memory_order_acquire);
    if (top >= bottom)
        return NULL;
    struct array *array = atomic_load_explicit(&deque->array, memory_order_acquire);
    struct task *task = atomic_load_explicit(slot(array, top), memory_order_relaxed);
    if (!atomic_compare_exchange_strong_explicit(&deque->top, &top, top + 1,
                                                 memory_order_seq_cst, memory_order_relaxed))
        return NULL;
    return task;
}

static struct deque deque;
static struct task tasks[TASKS];
static atomic_int done[TASKS];

static void run(struct task *task)
{
    int before = atomic_fetch_add_explicit(&done[task->number], 1, memory_order_relaxed);
    assert(before == 0);
}

static void *thief(void *unused)
{
    struct task *task = steal(&deque);
    if (task)
        run(task);
    return NULL;
}

int main(void)
{
    pthread_t thieves[2];
    deque_init(&deque, 1);
    for (int i = 0; i < 2; i++)
        pthread_create(&thieves[i], NULL, thief, NULL);
    struct task *task;
    for (int i = 0; i < TASKS; i++) {
        tasks[i].number = i;
        push(&deque, &tasks[i]);
        if (i == 1 && (task = take(&deque)))
            run(task);
    }
    while ((task = take(&deque)))
        run(task);
    for (int i = 0; i < 2; i++)
        pthread_join(thieves[i], NULL);
    for (int i = 0; i < TASKS; i++)
        assert(atomic_load_explicit(&done[i], memory_order_relaxed) == 1);
    deque_destroy(&deque);
    return 0;
}
