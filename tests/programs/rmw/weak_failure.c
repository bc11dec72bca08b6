/* A weak compare-exchange may fail although it found what it expected. -DBUG relies on the contrary. */
#include <assert.h>
#include <stdatomic.h>

int main(void)
{
    atomic_int x = 0;
    int expected = 0;
    int done = atomic_compare_exchange_weak(&x, &expected, 1);
#ifdef BUG
    assert(done); /* violation */
#else
    assert(expected == 0 && x == done);
#endif
    return 0;
}
