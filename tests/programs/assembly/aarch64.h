/* Atomic operations as libraries for AArch64 write them, and as much of pthreads as the tests need: the headers of
 * another machine need not be there. */
#ifndef AARCH64_H
#define AARCH64_H

typedef unsigned int u32;
typedef unsigned long u64;
typedef unsigned long pthread_t;

int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void __VERIFIER_error(void);

#define check(condition)        \
    do {                        \
        if (!(condition))       \
            __VERIFIER_error(); \
    } while (0)

static inline u32 load(const volatile u32 *p)
{
    u32 r;
    __asm__ __volatile__("ldr %w0, [%1]" : "=r"(r) : "r"(p) : "memory");
    return r;
}

static inline u32 load_acquire(const volatile u32 *p)
{
    u32 r;
    __asm__ __volatile__("ldar %w0, %1" : "=r"(r) : "Q"(*p) : "memory");
    return r;
}

static inline void store(volatile u32 *p, u32 v)
{
    __asm__ __volatile__("str %w1, %0" : "=Q"(*p) : "r"(v) : "memory");
}

static inline void store_release(volatile u32 *p, u32 v)
{
    __asm__ __volatile__("stlr %w1, %0" : "=Q"(*p) : "r"(v) : "memory");
}

static inline void store_release_64(volatile u64 *p, u64 v)
{
    __asm__ __volatile__("stlr %0, [%1]" : : "r"(v), "r"(p) : "memory");
}

static inline u32 load_byte(const volatile void *p)
{
    u32 r;
    __asm__ __volatile__("ldarb %w0, [%1]" : "=r"(r) : "r"(p) : "memory");
    return r;
}

static inline u32 fetch_add(volatile u32 *p, u32 v)
{
    u32 old, new, failed;
    __asm__ __volatile__("1: ldaxr %w0, %3\n"
                         "   add %w1, %w0, %w4\n"
                         "   stlxr %w2, %w1, %3\n"
                         "   cbnz %w2, 1b\n"
                         : "=&r"(old), "=&r"(new), "=&r"(failed), "+Q"(*p)
                         : "r"(v)
                         : "memory");
    check(new == old + v && !failed);
    return old;
}

static inline u32 exchange(volatile u32 *p, u32 v)
{
    u32 old, failed;
    __asm__ __volatile__("1: ldxr %w0, [%2]\n"
                         "   stlxr %w1, %w3, [%2]\n"
                         "   cbnz %w1, 1b\n"
                         "   dmb ish\n"
                         : "=&r"(old), "=&r"(failed)
                         : "r"(p), "r"(v)
                         : "memory");
    return old;
}

static inline u32 compare_and_swap(volatile u32 *p, u32 expected, u32 desired)
{
    u32 old, failed;
    __asm__ __volatile__("1: ldaxr %w0, %2\n"
                         "   cmp %w0, %w3\n"
                         "   b.ne 2f\n"
                         "   stlxr %w1, %w4, %2\n"
                         "   cbnz %w1, 1b\n"
                         "2:\n"
                         : "=&r"(old), "=&r"(failed), "+Q"(*p)
                         : "r"(expected), "r"(desired)
                         : "memory", "cc");
    return old;
}

static inline u32 fetch_add_single(volatile u32 *p, u32 v)
{
    u32 old;
    __asm__ __volatile__("ldaddal %w1, %w0, [%2]" : "=r"(old) : "r"(v), "r"(p) : "memory");
    return old;
}

static inline u32 fetch_clear_single(volatile u32 *p, u32 v)
{
    u32 old;
    __asm__ __volatile__("ldclral %w1, %w0, [%2]" : "=r"(old) : "r"(v), "r"(p) : "memory");
    return old;
}

static inline u32 swap_single(volatile u32 *p, u32 v)
{
    u32 old;
    __asm__ __volatile__("swpa %w1, %w0, %2" : "=r"(old), "+r"(v), "+Q"(*p) : : "memory");
    return old;
}

static inline u32 compare_and_swap_single(volatile u32 *p, u32 expected, u32 desired)
{
    __asm__ __volatile__("casal %w0, %w2, %1" : "+r"(expected), "+Q"(*p) : "r"(desired) : "memory");
    return expected;
}

static inline void fence(void)
{
    __asm__ __volatile__("dmb ish" : : : "memory");
}

static inline void load_fence(void)
{
    __asm__ __volatile__("dmb ishld" : : : "memory");
}

static inline void stall(void)
{
    __asm__ __volatile__("yield" : : : "memory");
}

#endif
