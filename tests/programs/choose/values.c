/* A choice has every value of its range, ends included; each is an execution. */
#include <assert.h>
#include <heddle.h>

int main(void)
{
    long v = heddle_choose(-1, 3);
    assert(v >= -1 && v <= 3);
#ifdef BUG
    assert(v * v != 9); /* violation */
#endif
    return 0;
}
