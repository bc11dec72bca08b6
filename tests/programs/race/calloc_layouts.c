/* Zeros of which threads must learn, in cells of all sizes, and in an object that is used in parts and as a whole. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct all { uint8_t byte; uint16_t half; uint32_t word; uint64_t whole; atomic_long count; };

static _Atomic(struct all *) shared;

static void *creator(void *unused)
{
    atomic_store_explicit(&shared, calloc(2, sizeof(struct all)), memory_order_release);
    return unused;
}

static void *user(void *unused)
{
    struct all *all = atomic_load_explicit(&shared, memory_order_acquire);
    if (all) {
        all++;
        assert(all->byte == 0 && all->half == 0 && all->word == 0 && all->whole == 0);
#ifdef PARTS
        uint32_t low;
        memcpy(&low, &all->whole, sizeof low);
        assert(low == 0);
#endif
        assert(atomic_fetch_add(&all->count, 1) == 0);
        free(all - 1);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, creator, 0);
    pthread_create(&b, 0, user, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
