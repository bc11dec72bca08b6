/* A struct of eight bytes as one atomic object: no torn values, and compare-exchange on all of it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct range { int low, high; };
static _Atomic struct range r;

static void *shift(void *arg)
{
    (void)arg;
    struct range old = atomic_load(&r), new;
    do {
        new.low = old.low + 5;
        new.high = old.high + 5;
    } while (!atomic_compare_exchange_strong(&r, &old, new));
    return 0;
}

int main(void)
{
    pthread_t t;
    atomic_init(&r, ((struct range){ 0, 1 }));
    pthread_create(&t, 0, shift, 0);
    struct range seen = atomic_load(&r);
    assert(seen.high == seen.low + 1);
    pthread_join(t, 0);
    seen = atomic_load(&r);
    assert(seen.low == 5 && seen.high == 6);
    return 0;
}
