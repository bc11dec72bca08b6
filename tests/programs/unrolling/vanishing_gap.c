/* Where `p` points to is not bounded on a way that nobody takes. Once that is known, the store is
 * built, and what it writes must be known to the reader as well. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

atomic_int never, changed;
atomic_int cells[1000];

static void *writer(void *argument) {
    atomic_int *p = &changed;
    if (atomic_load(&never)) {
        p = &cells[__VERIFIER_nondet_int()];
    }
    atomic_store(p, 1);
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    int seen = atomic_load(&changed);
    atomic_store(&never, 0);
#ifdef BUG
    assert(seen == 0); /* violation */
#endif
    assert(seen == 0 || seen == 1);
    pthread_join(thread, NULL);
    return 0;
}
