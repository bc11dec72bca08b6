/* A critical section that notices if another thread is in its own: both claim the same variable. */
#include <assert.h>

static atomic_int owner;

static void critical(int me)
{
    ST(owner, me);
    assert(LD(owner) == me); /* violation */
}
