/* Two threads write one half each of a word that a third reads at once: all four combinations. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static union { _Atomic uint64_t whole; _Atomic uint32_t half[2]; } x;

static void *writer(void *arg)
{
    atomic_store(&x.half[(long)arg], 1);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, writer, (void *)0);
    pthread_create(&b, 0, writer, (void *)1);
    uint64_t v = atomic_load(&x.whole);
    assert((v & ~0x0000000100000001ul) == 0);
#ifdef BUG
    assert(v != 0x0000000100000000); /* violation */
#endif
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(atomic_load(&x.whole) == 0x0000000100000001);
    return 0;
}
