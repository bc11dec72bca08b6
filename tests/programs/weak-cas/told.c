/* Another thread knows by a relaxed flag that the loop has ended, and has seen its store. What it writes then may still come before a store that the loop repeated after a
 * failure for no reason; without such a failure, or where the flag orders them, it comes last.
 * With LEAVE, the flag is set only if the compare-exchange fails for a reason: then it is not the one that could have failed for none. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef STRONG
#define CAS atomic_compare_exchange_strong_explicit
#else
#define CAS atomic_compare_exchange_weak_explicit
#endif
#ifdef ORDERED
#define STORE memory_order_release
#define LOAD memory_order_acquire
#else
#define STORE memory_order_relaxed
#define LOAD memory_order_relaxed
#endif

static atomic_int mine, gate, flag;

static void *retry(void *unused)
{
    int seen;
    do {
        atomic_store_explicit(&mine, 1, memory_order_relaxed);
        seen = 0;
        if (CAS(&gate, &seen, 1, memory_order_relaxed, memory_order_relaxed)) {
#ifndef LEAVE
            atomic_store_explicit(&flag, 1, STORE);
#endif
            return unused;
        }
    } while (seen == 0);
    atomic_store_explicit(&flag, 1, STORE);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, retry, 0);
#ifdef LEAVE
    atomic_store_explicit(&gate, 2, memory_order_relaxed);
#endif
    int first = atomic_load_explicit(&mine, memory_order_relaxed);
    int second = atomic_load_explicit(&flag, LOAD);
    if (first != 1 || second != 1)
        exit(0);
    atomic_store_explicit(&mine, 2, memory_order_relaxed);
    pthread_join(thread, 0);
    assert(mine == 2); /* violation */
    return 0;
}
