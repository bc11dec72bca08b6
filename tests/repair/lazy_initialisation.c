/* Whoever comes first makes the object, under a lock; others look before they lock. */
#include "two.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int object;
static int *_Atomic instance;

static int *get(void)
{
    int *found = atomic_load_explicit(&instance, memory_order_relaxed);
    if (!found) {
        pthread_mutex_lock(&mutex);
        found = atomic_load_explicit(&instance, memory_order_relaxed);
        if (!found) {
            object = 3;
            found = &object;
            atomic_store_explicit(&instance, found, memory_order_relaxed);
        }
        pthread_mutex_unlock(&mutex);
    }
    return found;
}

static void thread_1(void)
{
    assert(*get() == 3);
}

static void thread_2(void)
{
    assert(*get() == 3);
}

static void finally(void)
{
}
