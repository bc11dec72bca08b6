/* A 64-bit value stored as two halves by a plain program: a reader may see it torn. -DBUG expects not. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union { uint64_t whole; uint32_t half[2]; } x;

static void *writer(void *arg)
{
    (void)arg;
    x.half[0] = 1;
    x.half[1] = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    uint64_t v = x.whole;
    assert(v == 0 || v == 1 || v == 0x0000000100000001);
#ifdef BUG
    assert(v != 1); /* violation */
#endif
    pthread_join(t, 0);
    return 0;
}
