/* An input of type bool has two values, and both are explored: what holds, holds. */
#include <assert.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

int main(void)
{
    bool x = __VERIFIER_nondet_bool();
    bool y = __VERIFIER_nondet_bool();
#ifdef BUG
    assert(x || y); /* violation */
#else
    assert((x && y) == !(!x || !y));
#endif
    return 0;
}
