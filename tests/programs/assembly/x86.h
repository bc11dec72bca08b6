/* Atomic operations as libraries for x86-64 write them. Some take pointers in registers, some memory operands,
 * some flags as results. */
#ifndef X86_H
#define X86_H

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long u64;

static inline u32 load(const volatile u32 *p)
{
    u32 r;
    __asm__ __volatile__("movl %1, %0" : "=r"(r) : "m"(*p) : "memory");
    return r;
}

static inline void store(volatile u32 *p, u32 v)
{
    __asm__ __volatile__("movl %1, %0" : "=m"(*p) : "ir"(v) : "memory");
}

static inline void store_64(volatile u64 *p, u64 v)
{
    __asm__ __volatile__("movq %1, (%0)" : : "r"(p), "r"(v) : "memory");
}

static inline u64 load_64(const volatile u64 *p)
{
    u64 r;
    __asm__ __volatile__("mov (%1), %0" : "=r"(r) : "r"(p) : "memory");
    return r;
}

static inline u32 fetch_add(volatile u32 *p, u32 v)
{
    __asm__ __volatile__("lock; xaddl %0, %1" : "+r"(v), "+m"(*p) : : "memory", "cc");
    return v;
}

static inline u64 exchange_64(volatile u64 *p, u64 v)
{
    __asm__ __volatile__("xchgq %0, %1" : "=r"(v) : "m"(*p), "0"(v) : "memory");
    return v;
}

static inline u32 exchange(volatile u32 *p, u32 v)
{
    __asm__ __volatile__("xchg %1, %0" : "+r"(v), "+m"(*p) : : "memory");
    return v;
}

static inline u8 compare_and_set(volatile u32 *p, u32 expected, u32 desired)
{
    u8 done;
    __asm__ __volatile__("lock cmpxchgl %3, %0; sete %1"
                         : "+m"(*p), "=q"(done), "+a"(expected)
                         : "r"(desired)
                         : "memory", "cc");
    return done;
}

static inline u64 compare_and_swap_64(volatile u64 *p, u64 expected, u64 desired)
{
    u64 previous;
    __asm__ __volatile__("lock; cmpxchgq %1, %2"
                         : "=a"(previous)
                         : "r"(desired), "m"(*p), "0"(expected)
                         : "memory");
    return previous;
}

static inline int compare_and_set_flag(volatile u32 *p, u32 expected, u32 desired)
{
    int done;
    __asm__ __volatile__("lock cmpxchgl %[desired], %[p]"
                         : [p] "+m"(*p), "+a"(expected), "=@ccz"(done)
                         : [desired] "r"(desired)
                         : "memory");
    return done;
}

static inline void increment(volatile u32 *p)
{
    __asm__ __volatile__("lock incl %0" : "+m"(*p) : : "memory", "cc");
}

static inline void increment_unlocked(volatile u32 *p)
{
    __asm__ __volatile__("incl %0" : "+m"(*p) : : "memory", "cc");
}

static inline int decrement_is_zero(volatile u32 *p)
{
    u8 zero;
    __asm__ __volatile__("lock; decl %0; setz %1" : "+m"(*p), "=qm"(zero) : : "memory", "cc");
    return zero;
}

static inline void add(volatile u32 *p, u32 v)
{
    __asm__ __volatile__("lock addl %1, %0" : "+m"(*p) : "ir"(v) : "memory", "cc");
}

static inline int subtract_is_negative(volatile u32 *p, u32 v)
{
    u8 negative;
    __asm__ __volatile__("lock subl %2, %0; sets %1" : "+m"(*p), "=q"(negative) : "r"(v) : "memory", "cc");
    return negative;
}

static inline void and_(volatile u32 *p, u32 v)
{
    __asm__ __volatile__("lock andl %1, %0" : "+m"(*p) : "r"(v) : "memory", "cc");
}

static inline void or_(volatile u32 *p, u32 v)
{
    __asm__ __volatile__("lock orl %1, %0" : "+m"(*p) : "r"(v) : "memory", "cc");
}

static inline void xor_(volatile u32 *p, u32 v)
{
    __asm__ __volatile__("lock xorl %1, %0" : "+m"(*p) : "r"(v) : "memory", "cc");
}

static inline void not_(volatile u32 *p)
{
    __asm__ __volatile__("lock notl %0" : "+m"(*p) : : "memory");
}

static inline int set_bit(volatile u32 *p, int number)
{
    u8 before;
    __asm__ __volatile__("lock btsl %2, %0; setc %1" : "+m"(*p), "=q"(before) : "Ir"(number) : "cc", "memory");
    return before;
}

static inline int reset_bit(volatile u32 *p, int number)
{
    int before;
    __asm__ __volatile__("lock btrl %2, %0; sbbl %1, %1" : "+m"(*p), "=r"(before) : "r"(number) : "cc", "memory");
    return before;
}

static inline void full_fence(void)
{
    __asm__ __volatile__("mfence" : : : "memory");
}

static inline void store_fence(void)
{
    __asm__ __volatile__("sfence" : : : "memory");
}

static inline void load_fence(void)
{
    __asm__ __volatile__("lfence" : : : "memory");
}

static inline void stall(void)
{
    __asm__ __volatile__("pause" : : : "memory");
}

#endif
