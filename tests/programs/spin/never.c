/* Nobody raises the flag: the execution is blocked, and nothing after the loop is reached. */
#include <assert.h>
#include <stdatomic.h>

static atomic_int flag;

int main(void)
{
    while (!atomic_load(&flag))
        ;
    assert(0);
}
