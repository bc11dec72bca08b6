/* Assembly that is in no table is named with its text: a fence that orders stores only, a loop that computes more, a
 * loop that goes to another place. */
#include "aarch64.h"

int main(void)
{
    volatile u32 x = 1;
    u32 old = 0, new = 0, failed = 0;
#if WHICH == 1
    __asm__ volatile("dmb ishst" : : : "memory");
#elif WHICH == 2
    __asm__ volatile("1: ldxr %w0, %3\n add %w1, %w0, #1\n lsl %w1, %w1, #1\n stxr %w2, %w1, %3\n cbnz %w2, 1b"
                     : "=&r"(old), "=&r"(new), "=&r"(failed), "+Q"(x));
#elif WHICH == 3
    __asm__ volatile("1: ldxr %w0, %3\n add %w1, %w0, #1\n stxr %w2, %w1, %3\n cbz %w2, 1b"
                     : "=&r"(old), "=&r"(new), "=&r"(failed), "+Q"(x));
#elif WHICH == 4
    __asm__ volatile("ldxr %w0, %1" : "=r"(old) : "Q"(x));
#endif
    return old + new + failed;
}
