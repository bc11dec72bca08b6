/* A loop of three turns needs a bound of three. Below it, the verdict says that there was a bound. */
#include <assert.h>
#include <stdatomic.h>

static atomic_int x;

int main(void)
{
    for (int i = 0; i < 3; i++)
        atomic_fetch_add(&x, 1);
    assert(atomic_load(&x) == 3);
    return 0;
}
