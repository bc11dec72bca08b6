/* Inputs that are no integers: whole numbers of the range, and no pointer at all. */
#include <assert.h>

extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern void *__VERIFIER_nondet_pointer(void);
extern char *__VERIFIER_nondet_pchar(void);

int main(void)
{
    double d = __VERIFIER_nondet_double();
    float f = __VERIFIER_nondet_float();
    assert(d >= -1.0 && d <= 2.0 && f <= 2.0f);
#ifdef BUG
    assert(d + f < 4.0); /* violation */
#endif
    assert(!__VERIFIER_nondet_pointer() && !__VERIFIER_nondet_pchar());
    return 0;
}
