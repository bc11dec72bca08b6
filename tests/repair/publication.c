/* Read-copy-update: a new version is filled in and then published by its address. */
#include "two.h"

struct version {
    atomic_int left, right;
};

static struct version old, new;
static struct version *_Atomic current = &old;

static void thread_1(void)
{
    atomic_store_explicit(&new.left, 1, memory_order_relaxed);
    atomic_store_explicit(&new.right, 1, memory_order_relaxed);
    atomic_store_explicit(&current, &new, memory_order_relaxed);
}

static void thread_2(void)
{
    struct version *seen = atomic_load_explicit(&current, memory_order_relaxed);
    int left = atomic_load_explicit(&seen->left, memory_order_relaxed);
    int right = atomic_load_explicit(&seen->right, memory_order_relaxed);
    assert(seen == &old || (left && right));
}

static void finally(void)
{
}
