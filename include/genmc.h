/* For programs that include the header of GenMC: what it declares that Heddle knows.
 *
 * - Marks of loops have no effect, because Heddle finds loops that wait by itself.
 * - Annotations of writes and compare-exchanges only help another search; here they are what they
 *   annotate.
 * - Hazard pointers are real ones: a slot in a table that is announced and looked at again. What is
 *   retired is freed at once if no slot has it, and else never. */
#ifndef HEDDLE_GENMC_H
#define HEDDLE_GENMC_H

#include <pthread.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);
void __VERIFIER_loop_begin(void);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(int);

#define __VERIFIER_local_write(...) __VA_ARGS__
#define __VERIFIER_final_write(...) __VA_ARGS__
#define __VERIFIER_final_CAS(...) __VA_ARGS__
#define __VERIFIER_helping_CAS(...) __VA_ARGS__
#define __VERIFIER_helped_CAS(...) __VA_ARGS__
#define __VERIFIER_speculative_read(...) __VA_ARGS__
#define __VERIFIER_confirming_read(...) __VA_ARGS__
#define __VERIFIER_confirming_CAS(...) __VA_ARGS__
#define __VERIFIER_optional(...) __VA_ARGS__

/* Threads without attributes. */
typedef pthread_t __VERIFIER_thread_t;

static inline __VERIFIER_thread_t __VERIFIER_spawn(void *(*function)(void *), void *argument)
{
    __VERIFIER_thread_t thread;
    pthread_create(&thread, (pthread_attr_t *)0, function, argument);
    return thread;
}

/* That threads do the same is for another search to know. */
static inline __VERIFIER_thread_t __VERIFIER_spawn_symmetric(void *(*function)(void *),
                                                             void *argument,
                                                             __VERIFIER_thread_t other)
{
    (void)other;
    return __VERIFIER_spawn(function, argument);
}

static inline void *__VERIFIER_join(__VERIFIER_thread_t thread)
{
    void *result;
    pthread_join(thread, &result);
    return result;
}

#define HEDDLE_HAZARDS 8

typedef struct {
    void *announced;
    int taken;
} __VERIFIER_hp_t;

static __VERIFIER_hp_t heddle_hazards[HEDDLE_HAZARDS];

static inline __VERIFIER_hp_t *__VERIFIER_hp_alloc(void)
{
    for (int i = 0; i < HEDDLE_HAZARDS; i++) {
        int is_free = 0;
        if (__atomic_compare_exchange_n(&heddle_hazards[i].taken, &is_free, 1, 0, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED))
            return &heddle_hazards[i];
    }
    abort();
}

/* The pointer at a place, which nobody frees until the slot is cleared or used again. */
static inline void *__VERIFIER_hp_protect(__VERIFIER_hp_t *hazard, void *place)
{
    void **pointer = (void **)place;
    void *seen = __atomic_load_n(pointer, __ATOMIC_RELAXED), *again;
    for (;; seen = again) {
        __atomic_store_n(&hazard->announced, seen, __ATOMIC_RELEASE);
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
        again = __atomic_load_n(pointer, __ATOMIC_ACQUIRE);
        if (again == seen)
            return seen;
    }
}

static inline void __VERIFIER_hp_clear(__VERIFIER_hp_t *hazard)
{
    __atomic_store_n(&hazard->announced, (void *)0, __ATOMIC_RELEASE);
}

static inline void __VERIFIER_hp_free(__VERIFIER_hp_t *hazard)
{
    __VERIFIER_hp_clear(hazard);
    __atomic_store_n(&hazard->taken, 0, __ATOMIC_RELEASE);
}

static inline void __VERIFIER_hp_retire(void *object)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    for (int i = 0; i < HEDDLE_HAZARDS; i++)
        if (__atomic_load_n(&heddle_hazards[i].taken, __ATOMIC_ACQUIRE)
            && __atomic_load_n(&heddle_hazards[i].announced, __ATOMIC_ACQUIRE) == object)
            return;
    free(object);
}

#ifdef __cplusplus
}
#endif

#endif
