/* An atomic addition to the low half races with an exchange of the whole word. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static union { _Atomic uint64_t whole; _Atomic uint32_t half[2]; } x;
static uint64_t old;

static void *add(void *arg)
{
    (void)arg;
    atomic_fetch_add(&x.half[0], 1);
    return 0;
}

static void *swap(void *arg)
{
    (void)arg;
    old = atomic_exchange(&x.whole, 0x0000000700000007);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, swap, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    uint64_t v = atomic_load(&x.whole);
    assert((old == 0 && v == 0x0000000700000008) || (old == 1 && v == 0x0000000700000007));
    return 0;
}
