/* A choice among more values than can be explored. It must end at the limit, in little memory, and not in the list of
   all choices. */
#include <assert.h>
#include <heddle.h>

int main(void)
{
    int x = heddle_choose(-2147483647, 2147483647);
    assert(x != 2147483647);
    return 0;
}
