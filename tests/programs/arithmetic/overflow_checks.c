/* The compiler's checked arithmetic. */
#include <assert.h>
#include <limits.h>
#include <stddef.h>

int main(void)
{
    int r;
    unsigned u;
    long l;
    assert(!__builtin_add_overflow(INT_MAX - 1, 1, &r) && r == INT_MAX);
    assert(__builtin_add_overflow(INT_MAX, 1, &r) && r == INT_MIN);
    assert(__builtin_sub_overflow(1u, 2u, &u) && u == UINT_MAX);
    assert(__builtin_mul_overflow(1l << 40, 1l << 40, &l));
    assert(!__builtin_mul_overflow(-3l, 5l, &l) && l == -15);
    return 0;
}
