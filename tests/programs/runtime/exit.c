/* exit ends the program: nothing after it happens, whatever its code. */
#include <assert.h>
#include <stdlib.h>

static void stop(int code)
{
    exit(code);
    assert(0);
}

int main(void)
{
    stop(3);
    assert(0);
}
