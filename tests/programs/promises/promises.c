// What the source promises to the compiler and does not keep: conditions, alignments, pointers that
// are not null, a bit that is set.
#include <assert.h>

volatile unsigned zero;
volatile unsigned long wide_zero;
int *volatile nothing;
static int unit;

__attribute__((nonnull)) static int given(int *pointer)
{ /* broken: argument */
    return *pointer;
}

__attribute__((returns_nonnull)) static int *found(int *pointer)
{
    return pointer; /* broken: result */
}

int main(void)
{
    int result = 0;
    nothing = &unit;
#ifdef ASSUMED
    unsigned one = zero + ASSUMED;
    __builtin_assume(one == 1); /* broken: assumption */
#elif defined ALIGNED
    static char bytes[32] __attribute__((aligned(16)));
    char *at = __builtin_assume_aligned(bytes + ALIGNED, 8); /* broken: alignment */
    *at = 1;
#elif defined NULL_ARGUMENT
    nothing = 0;
    result = given(nothing);
#elif defined NULL_RESULT
    nothing = 0;
    result = found(nothing) != 0;
#elif defined BITS
    if (__builtin_clz(zero + BITS) > 40 || __builtin_ctzl(wide_zero + BITS) > 70) /* undefined */
        result = 1;
#else
    result = given(nothing) + *found(nothing);
    assert(result == 0);
#endif
    return result;
}
