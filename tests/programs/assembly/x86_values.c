/* What each instruction computes, with its flags. */
#include "x86.h"
#include <assert.h>

int main(void)
{
    volatile u32 x = 5;
    volatile u64 y = 0x100000007;
    assert(load(&x) == 5);
    store(&x, 6);
    assert(x == 6);
    store(&x, load(&x) + 1);
    assert(x == 7);
    assert(load_64(&y) == 0x100000007);
    store_64(&y, 0x200000009);
    assert(y == 0x200000009);
    assert(fetch_add(&x, 3) == 7 && x == 10);
    assert(fetch_add(&x, -4) == 10 && x == 6);
    assert(exchange(&x, 1) == 6 && x == 1);
    assert(exchange_64(&y, 8) == 0x200000009 && y == 8);
    assert(compare_and_set(&x, 1, 2) == 1 && x == 2);
    assert(compare_and_set(&x, 1, 3) == 0 && x == 2);
    assert(compare_and_set_flag(&x, 2, 4) && x == 4);
    assert(!compare_and_set_flag(&x, 2, 5) && x == 4);
    assert(compare_and_swap_64(&y, 8, 9) == 8 && y == 9);
    assert(compare_and_swap_64(&y, 8, 10) == 9 && y == 9);
    increment(&x);
    increment_unlocked(&x);
    assert(x == 6);
    store(&x, 2);
    assert(!decrement_is_zero(&x) && decrement_is_zero(&x) && x == 0);
    add(&x, 12);
    assert(x == 12);
    assert(!subtract_is_negative(&x, 12) && subtract_is_negative(&x, 1) && x == -1u);
    and_(&x, 0xf0);
    or_(&x, 0x0f);
    xor_(&x, 0x3c);
    assert(x == 0xc3);
    not_(&x);
    assert(x == ~0xc3u);
    store(&x, 0);
    assert(set_bit(&x, 4) == 0 && set_bit(&x, 4) == 1 && x == 16);
    assert(reset_bit(&x, 4) == -1 && reset_bit(&x, 4) == 0 && x == 0);
    volatile u32 words[2] = { 0, 0 };
    assert(set_bit(words, 33) == 0 && words[0] == 0 && words[1] == 2);
    full_fence();
    store_fence();
    load_fence();
    stall();
#ifdef BUG
    assert(compare_and_set(&x, 1, 2)); /* violation */
#endif
    return 0;
}
