/* A version number in the upper 16 bits of a pointer: a compare-exchange with an old version fails. */
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>

static int a = 1, b = 2;
static _Atomic uint64_t top;

static uint64_t pack(int *p, uint64_t version) { return (uint64_t)(uintptr_t)p | version << 48; }
static int *address(uint64_t v) { return (int *)(uintptr_t)(v & 0x0000ffffffffffff); }

int main(void)
{
    atomic_store(&top, pack(&a, 1));
    uint64_t seen = atomic_load(&top);
    atomic_store(&top, pack(&b, 2));
    atomic_store(&top, pack(&a, 3));
    assert(*address(atomic_load(&top)) == 1);
    assert(!atomic_compare_exchange_strong(&top, &seen, pack(&b, 4)));
    assert(seen >> 48 == 3 && address(seen) == &a);
    assert(atomic_compare_exchange_strong(&top, &seen, pack(&b, 4)));
    assert(*address(atomic_load(&top)) == 2);
    return 0;
}
