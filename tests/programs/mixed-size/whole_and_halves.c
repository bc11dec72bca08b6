/* An 8-byte store read by two 4-byte loads: the second half cannot be older than the first. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static union { _Atomic uint64_t whole; _Atomic uint32_t half[2]; } x;

static void *writer(void *arg)
{
    (void)arg;
    atomic_store(&x.whole, 0x0000000200000001);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    uint32_t low = atomic_load(&x.half[0]);
    uint32_t high = atomic_load(&x.half[1]);
    assert(low == 0 || low == 1);
    assert(high == 0 || high == 2);
    assert(!(low == 1 && high == 0));
    pthread_join(t, 0);
    assert(atomic_load(&x.half[0]) == 1 && atomic_load(&x.half[1]) == 2);
    return 0;
}
