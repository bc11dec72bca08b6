/* A word and its low half are stored by two threads: either the half survives or it does not. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static union { _Atomic uint64_t whole; _Atomic uint32_t half[2]; } x;

static void *word(void *arg)
{
    (void)arg;
    atomic_store(&x.whole, 0x0000000500000006);
    return 0;
}

static void *half(void *arg)
{
    (void)arg;
    atomic_store(&x.half[0], 9);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, word, 0);
    pthread_create(&b, 0, half, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    uint64_t v = atomic_load(&x.whole);
    assert(v == 0x0000000500000006 || v == 0x0000000500000009);
    return 0;
}
