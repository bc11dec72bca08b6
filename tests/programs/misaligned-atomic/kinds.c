/* A load, a store and an exchange at odd addresses; plain accesses may be anywhere. */
#include <stdatomic.h>

static _Alignas(8) char bytes[16];

int main(void)
{
#if CASE == 1
    return atomic_load((atomic_short *)(bytes + 1)); /* 9 */
#elif CASE == 2
    atomic_store_explicit((atomic_long *)(bytes + 4), 1, memory_order_relaxed); /* 11 */
#elif CASE == 3
    long expected = 0;
    atomic_compare_exchange_strong((atomic_long *)(bytes + 4), &expected, 1); /* 14 */
#else
    *(volatile int *)(bytes + 3) = 7;
    atomic_store((atomic_char *)(bytes + 5), 1);
    atomic_store((atomic_short *)(bytes + 6), 1);
#endif
    return 0;
}
