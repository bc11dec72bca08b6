/* Accesses as a machine has them, and the two kinds of fences of chronological-traces Table 1: those that TSO needs, between a store and a later load,
 * and those that only PSO needs, between two stores. -DTSO has the first kind, -DPSO both. */
#include <stdatomic.h>

#define LD(x) atomic_load_explicit(&(x), memory_order_relaxed)
#define ST(x, v) atomic_store_explicit(&(x), (v), memory_order_relaxed)

#if defined TSO || defined PSO
#define TSO_FENCE() atomic_thread_fence(memory_order_seq_cst)
#else
#define TSO_FENCE() ((void)0)
#endif

#ifdef PSO
#define PSO_FENCE() atomic_thread_fence(memory_order_seq_cst)
#else
#define PSO_FENCE() ((void)0)
#endif
