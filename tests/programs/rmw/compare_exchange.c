/* What compare-exchange does to the object, to the expected value and to its result. */
#include <assert.h>
#include <stdatomic.h>

int main(void)
{
    atomic_int x = 5;
    int expected = 4;
    assert(!atomic_compare_exchange_strong(&x, &expected, 9));
    assert(expected == 5 && x == 5);
    assert(atomic_compare_exchange_strong(&x, &expected, 9));
    assert(expected == 5 && x == 9);
    assert(atomic_compare_exchange_strong_explicit(&x, &(int){ 9 }, 1, memory_order_acq_rel,
                                                   memory_order_relaxed));
    assert(x == 1);
    int plain = 1, want = 2;
    assert(!__sync_bool_compare_and_swap(&plain, want, 3) && plain == 1);
    assert(__sync_val_compare_and_swap(&plain, 1, 3) == 1 && plain == 3);
    return 0;
}
