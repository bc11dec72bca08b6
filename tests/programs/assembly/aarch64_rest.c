/* The instructions of AArch64 that libraries use less often, one by one. */
#include "aarch64.h"

static volatile u32 x = 6;

static u32 load_processor_consistent(const volatile u32 *p)
{
    u32 r;
    __asm__ __volatile__("ldapr %w0, [%1]" : "=r"(r) : "r"(p) : "memory");
    return r;
}

#define LOOP(name, operation)                                                                   \
    static u32 name(volatile u32 *p, u32 v)                                                     \
    {                                                                                           \
        u32 old, new, failed;                                                                   \
        __asm__ __volatile__("1: ldxr %w0, [%3]\n" operation " %w1, %w0, %w4\nstxr %w2, %w1, [%3]\n" \
                             "cbnz %w2, 1b"                                                     \
                             : "=&r"(old), "=&r"(new), "=&r"(failed)                            \
                             : "r"(p), "r"(v)                                                   \
                             : "memory");                                                       \
        return old;                                                                             \
    }
LOOP(fetch_or_loop, "orr")
LOOP(fetch_xor_loop, "eor")
LOOP(fetch_and_loop, "and")
LOOP(fetch_sub_loop, "sub")

#define UPDATE(name, operation)                                                                     \
    static u32 name(volatile u32 *p, u32 v)                                                         \
    {                                                                                               \
        u32 old;                                                                                    \
        __asm__ __volatile__(operation " %w1, %w0, [%2]" : "=&r"(old) : "r"(v), "r"(p) : "memory"); \
        return old;                                                                                 \
    }
UPDATE(fetch_xor, "ldeoral")
UPDATE(fetch_or, "ldset")

int main(void)
{
    check(load_processor_consistent(&x) == 6);
    check(fetch_or_loop(&x, 1) == 6 && x == 7);
    check(fetch_xor_loop(&x, 3) == 7 && x == 4);
    check(fetch_and_loop(&x, 12) == 4 && x == 4);
    check(fetch_sub_loop(&x, 1) == 4 && x == 3);
    check(fetch_xor(&x, 1) == 3 && x == 2);
    check(fetch_or(&x, 8) == 2 && x == 10);
    __asm__ __volatile__("dsb sy" : : : "memory");
    __asm__ __volatile__("dmb sy" : : : "memory");
    __asm__ __volatile__("isb" : : : "memory");
    __asm__ __volatile__("wfe" : : : "memory");
    __asm__ __volatile__("sev" : : : "memory");
    __asm__ __volatile__("nop");
#ifdef BUG
    check(x == 2);
#endif
    return 0;
}
