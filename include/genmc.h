/* For programs that include the header of GenMC: what it declares that Heddle knows. Marks of loops have no effect, because
 * Heddle finds loops that wait by itself. */
#ifndef HEDDLE_GENMC_H
#define HEDDLE_GENMC_H

#ifdef __cplusplus
extern "C" {
#endif

void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);
void __VERIFIER_loop_begin(void);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(int);

#ifdef __cplusplus
}
#endif

#endif
