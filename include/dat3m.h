/* For programs that include the header of Dartagnan (Dat3M): what it declares that Heddle knows. Marks of loops that wait have no
 * effect: Heddle finds them by itself. A bound is as --unroll for the loop that follows it. */
#ifndef HEDDLE_DAT3M_H
#define HEDDLE_DAT3M_H

#ifdef __cplusplus
extern "C" {
#endif

int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int);
void __VERIFIER_assert(int);
void __VERIFIER_loop_bound(int);
void __VERIFIER_loop_begin(void);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(int);
unsigned int __VERIFIER_tid(void);

#ifdef __cplusplus
}
#endif

#ifndef await_while
#define await_while(condition) while (condition)
#endif

#endif
