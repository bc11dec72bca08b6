/* The bug is in the fifth turn: a small bound does not see it, and must not say that there is none. */
#include <assert.h>
#include <stdatomic.h>

static atomic_int x;

int main(void)
{
    for (int i = 0; i < 6; i++) {
        atomic_store(&x, i);
        assert(atomic_load(&x) != 4); /* violation */
    }
    return 0;
}
