/* What a program can say to Heddle. Usable from C and C++; `heddle check` finds this file itself.
 *
 * Nothing here has a definition, so a program that says it runs under Heddle only. To compile it
 * for real as well, define HEDDLE_NATIVE: then a choice is random, an assumption that fails ends
 * the process quietly, and atomic blocks do nothing. (Opting in, because a choice that is no
 * choice would let Heddle say "holds" without having looked.) */
#ifndef HEDDLE_H
#define HEDDLE_H

#ifdef HEDDLE_NATIVE

#include <stdlib.h>

static inline void heddle_assume(int condition)
{
    if (!condition)
        _Exit(0);
}

static inline long heddle_choose(long low, long high)
{
    if (low > high)
        _Exit(0);
    return low + (long)((unsigned long)rand() % ((unsigned long)(high - low) + 1));
}

static inline void __VERIFIER_assume(int condition) { heddle_assume(condition); }
static inline void __VERIFIER_atomic_begin(void) {}
static inline void __VERIFIER_atomic_end(void) {}
static inline void __VERIFIER_error(void) { abort(); }
static inline void reach_error(void) { abort(); }

#else

#ifdef __cplusplus
extern "C" {
#endif

/* The names that programs of the software verification competition use. */
void __VERIFIER_assume(int condition);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_error(void);
void reach_error(void);

long __heddle_choose(long low, long high);

#ifdef __cplusplus
}
#endif

/* Executions in which the condition is zero are not looked at any further. */
static inline void heddle_assume(int condition) { __VERIFIER_assume(condition); }

/* Any number from low to high, both included: Heddle explores them all. An empty range is an
 * assumption that fails. */
static inline long heddle_choose(long low, long high) { return __heddle_choose(low, high); }

#endif
#endif
