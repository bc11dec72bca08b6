/* Before it allocates, a thread does something that is no access: it takes an input, or writes to
 * memory of its own. The zeros of `calloc` are there all the same, and race with who is shown them
 * too early.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#ifdef BUG
#define PUBLISHED memory_order_relaxed
#else
#define PUBLISHED memory_order_release
#endif

static _Atomic(atomic_int *) shared;

static void *first(void *unused)
{
#ifdef FENCE
    atomic_thread_fence(memory_order_seq_cst);
#else
    int input = __VERIFIER_nondet_int();
    if (input != 0 && input != 1)
        return NULL;
#endif
    atomic_store_explicit(&shared, calloc(1, sizeof(atomic_int)), PUBLISHED);
    return NULL;
}

static void *second(void *unused)
{
    atomic_int *own = atomic_load_explicit(&shared, memory_order_acquire);
    if (own)
        atomic_store(own, 7);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
