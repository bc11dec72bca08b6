/* A loop without end that touches nothing: no complete execution, and no wrong claim about what follows. */
#include <assert.h>

int main(void)
{
    for (;;)
        ;
    assert(0);
}
