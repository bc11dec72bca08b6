/* For programs in the style of the Linux kernel: accesses and fences of its memory model, as those of C11 that are nearest. So an answer is
 * about the program in C11, under a model of C11. Fences for loads and for stores only have no counterpart there: they are exact under sc,
 * tso and pso, and not supported under models of C11. rcu_dereference is an acquire load, as compilers make of memory_order_consume: it
 * orders more than what depends on the pointer. */
#ifndef HEDDLE_LKMM_H
#define HEDDLE_LKMM_H

#include <pthread.h>

void __heddle_smp_rmb(void);
void __heddle_smp_wmb(void);

#define READ_ONCE(x) __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define WRITE_ONCE(x, v) __atomic_store_n(&(x), (v), __ATOMIC_RELAXED)
#define smp_load_acquire(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)
#define smp_store_release(p, v) __atomic_store_n((p), (v), __ATOMIC_RELEASE)
#define rcu_dereference(p) __atomic_load_n(&(p), __ATOMIC_ACQUIRE)
#define rcu_assign_pointer(p, v) __atomic_store_n(&(p), (v), __ATOMIC_RELEASE)
#define smp_mb() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define smp_rmb() __heddle_smp_rmb()
#define smp_wmb() __heddle_smp_wmb()
#define smp_mb__before_atomic() smp_mb()
#define smp_mb__after_atomic() smp_mb()
#define smp_mb__after_spinlock() smp_mb()
#define barrier() __asm__ __volatile__("" : : : "memory")

typedef struct { int counter; } atomic_t;
#define ATOMIC_INIT(value) { (value) }
#define atomic_read(a) READ_ONCE((a)->counter)
#define atomic_set(a, v) WRITE_ONCE((a)->counter, (v))
#define atomic_read_acquire(a) smp_load_acquire(&(a)->counter)
#define atomic_set_release(a, v) smp_store_release(&(a)->counter, (v))

/* Updates that return nothing order nothing; those that return something are full fences, unless their names say otherwise. */
#define HEDDLE_FULL(result)                        \
    ({                                             \
        smp_mb();                                  \
        __typeof__(result) heddle_value = (result); \
        smp_mb();                                  \
        heddle_value;                              \
    })
#define atomic_add(v, a) ((void)__atomic_fetch_add(&(a)->counter, (v), __ATOMIC_RELAXED))
#define atomic_sub(v, a) ((void)__atomic_fetch_sub(&(a)->counter, (v), __ATOMIC_RELAXED))
#define atomic_inc(a) atomic_add(1, a)
#define atomic_dec(a) atomic_sub(1, a)
#define atomic_fetch_add_relaxed(v, a) __atomic_fetch_add(&(a)->counter, (v), __ATOMIC_RELAXED)
#define atomic_fetch_add_acquire(v, a) __atomic_fetch_add(&(a)->counter, (v), __ATOMIC_ACQUIRE)
#define atomic_fetch_add_release(v, a) __atomic_fetch_add(&(a)->counter, (v), __ATOMIC_RELEASE)
#define atomic_add_return(v, a) HEDDLE_FULL(__atomic_add_fetch(&(a)->counter, (v), __ATOMIC_RELAXED))
#define atomic_sub_return(v, a) HEDDLE_FULL(__atomic_sub_fetch(&(a)->counter, (v), __ATOMIC_RELAXED))
#define atomic_inc_return(a) atomic_add_return(1, a)
#define atomic_dec_return(a) atomic_sub_return(1, a)
#define atomic_dec_and_test(a) (atomic_dec_return(a) == 0)
#define xchg(p, v) HEDDLE_FULL(__atomic_exchange_n((p), (v), __ATOMIC_RELAXED))
#define xchg_relaxed(p, v) __atomic_exchange_n((p), (v), __ATOMIC_RELAXED)
#define xchg_acquire(p, v) __atomic_exchange_n((p), (v), __ATOMIC_ACQUIRE)
#define xchg_release(p, v) __atomic_exchange_n((p), (v), __ATOMIC_RELEASE)
#define HEDDLE_CMPXCHG(p, old, new, order)                                               \
    ({                                                                                   \
        __typeof__(*(p)) heddle_old = (old);                                             \
        __atomic_compare_exchange_n((p), &heddle_old, (new), 0, order, __ATOMIC_RELAXED); \
        heddle_old;                                                                      \
    })
#define cmpxchg_relaxed(p, old, new) HEDDLE_CMPXCHG(p, old, new, __ATOMIC_RELAXED)
#define cmpxchg_acquire(p, old, new) HEDDLE_CMPXCHG(p, old, new, __ATOMIC_ACQUIRE)
#define cmpxchg_release(p, old, new) HEDDLE_CMPXCHG(p, old, new, __ATOMIC_RELEASE)
/* One that fails orders nothing. */
#define cmpxchg(p, old, new) HEDDLE_CMPXCHG(p, old, new, __ATOMIC_SEQ_CST)
#define atomic_cmpxchg(a, old, new) cmpxchg(&(a)->counter, old, new)

/* Unlike a mutex, unlocking a spin lock is no more than a release store, and trying one in vain is no more than a look. */
typedef pthread_spinlock_t spinlock_t;
#define DEFINE_SPINLOCK(name) spinlock_t name = 0
#define spin_lock_init(lock) pthread_spin_init(lock, 0)
#define spin_lock(lock) pthread_spin_lock(lock)
#define spin_unlock(lock) pthread_spin_unlock(lock)
#define spin_trylock(lock) (!READ_ONCE(*(lock)) && !pthread_spin_trylock(lock))

#endif
