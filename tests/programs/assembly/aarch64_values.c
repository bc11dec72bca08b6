/* What each instruction computes, and each loop with exclusive accesses. */
#include "aarch64.h"

int main(void)
{
    volatile u32 x = 5;
    volatile u64 y = 0;
    check(load(&x) == 5 && load_acquire(&x) == 5);
    store(&x, 0x307);
    check(x == 0x307 && load_byte(&x) == 7);
    store_release(&x, 7);
    store_release_64(&y, 0x200000009);
    check(x == 7 && y == 0x200000009);
    check(fetch_add(&x, 3) == 7 && x == 10);
    check(exchange(&x, 1) == 10 && x == 1);
    check(compare_and_swap(&x, 1, 2) == 1 && x == 2);
    check(compare_and_swap(&x, 1, 3) == 2 && x == 2);
    check(fetch_add_single(&x, 5) == 2 && x == 7);
    check(fetch_clear_single(&x, 2) == 7 && x == 5);
    check(swap_single(&x, 8) == 5 && x == 8);
    check(compare_and_swap_single(&x, 8, 9) == 8 && x == 9);
    check(compare_and_swap_single(&x, 8, 1) == 9 && x == 9);
    fence();
    load_fence();
    stall();
#ifdef BUG
    check(compare_and_swap(&x, 1, 2) == 1); /* violation */
#endif
    return 0;
}
