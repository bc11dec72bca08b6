/* One thread hands over an input, and another one fails for a single value of it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int __VERIFIER_nondet_int(void);

static atomic_int box, is_full;

static void *fill(void *unused)
{
    atomic_store_explicit(&box, __VERIFIER_nondet_int(), memory_order_relaxed);
    atomic_store(&is_full, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, fill, NULL);
    if (atomic_load(&is_full)) {
        int found = atomic_load_explicit(&box, memory_order_relaxed);
#ifdef BUG
        assert(found != 123456789); /* violation */
#else
        assert(found * 2 % 2 == 0);
#endif
    }
    pthread_join(thread, NULL);
    return 0;
}
