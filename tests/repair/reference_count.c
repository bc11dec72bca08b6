/* The last one to give up an object frees it. */
#include "two.h"

struct object {
    atomic_int count;
    int value;
};

static struct object *shared;
static atomic_int ready;

static void drop(struct object *object)
{
    if (atomic_fetch_sub_explicit(&object->count, 1, memory_order_relaxed) == 1)
        free(object);
}

static void thread_1(void)
{
    struct object *object = malloc(sizeof *object);
    atomic_init(&object->count, 2);
    object->value = 5;
    shared = object;
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    assert(object->value == 5);
    drop(object);
}

static void thread_2(void)
{
    while (!atomic_load_explicit(&ready, memory_order_relaxed))
        ;
    assert(shared->value == 5);
    drop(shared);
}

static void finally(void)
{
}
