/* A thread waits on its stack for a store of another one, and returns when it has seen it. The store is certainly done then, but with relaxed
 * orders it does not happen before the return: outside of the object's life, as C++ has it. The witness shows the store before the return, so
 * the message claims no more than that nothing orders them. */
#include <pthread.h>
#include <stdatomic.h>

#ifdef BUG
#define DONE memory_order_relaxed
#define SEEN memory_order_relaxed
#else
#define DONE memory_order_release
#define SEEN memory_order_acquire
#endif

struct waiter { atomic_int done; };

static _Atomic(struct waiter *) queue;

static void *waker(void *unused)
{
    struct waiter *waiter = atomic_load_explicit(&queue, memory_order_acquire);
    if (waiter)
        atomic_store_explicit(&waiter->done, 1, DONE); /* violation */
    return unused;
}

static void wait_for_waker(void)
{
    struct waiter self;
    atomic_init(&self.done, 0);
    atomic_store_explicit(&queue, &self, memory_order_release);
    while (!atomic_load_explicit(&self.done, SEEN)) {
    }
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, waker, 0);
    wait_for_waker();
    pthread_join(t, 0);
    return 0;
}
