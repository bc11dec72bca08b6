/* The instructions of x86-64 that libraries use less often, one by one. */
#include <assert.h>
#include <pthread.h>
#include "x86.h"

static volatile u32 bits = 5;
static volatile u64 pair[2] __attribute__((aligned(16))) = {1, 2};

static int complement_bit(volatile u32 *p, int number)
{
    u8 before;
    __asm__ __volatile__("lock btcl %2, %0; setc %1" : "+m"(*p), "=q"(before) : "Ir"(number) : "cc", "memory");
    return before;
}

static int exchange_pair(volatile u64 *p, u64 low, u64 high, u64 new_low, u64 new_high)
{
    u8 done;
    __asm__ __volatile__("lock cmpxchg16b %1; setz %0"
                         : "=q"(done), "+m"(*(volatile __int128 *)p), "+a"(low), "+d"(high)
                         : "b"(new_low), "c"(new_high)
                         : "memory", "cc");
    return done;
}

static void *child(void *unused)
{
    complement_bit(&bits, 3);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, child, 0);
    complement_bit(&bits, 4);
    pthread_join(t, 0);
    assert(bits == 5 + 8 + 16 && complement_bit(&bits, 0) && !complement_bit(&bits, 1) && bits == 30);
    assert(!exchange_pair(pair, 1, 1, 3, 4) && exchange_pair(pair, 1, 2, 3, 4) && pair[1] == 4);
    __asm__ __volatile__("nop");
#ifdef BUG
    assert(bits == 31); /* violation */
#endif
    return 0;
}
