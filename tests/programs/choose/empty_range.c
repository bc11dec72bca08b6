/* A choice from nothing is an assumption that fails: what follows does not happen. */
#include <assert.h>
#include <heddle.h>

int main(void)
{
    if (heddle_choose(0, 1))
        heddle_choose(5, 4);
    else
        return 0;
    assert(0);
}
