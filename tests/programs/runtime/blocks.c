/* memcpy, memmove and memset, of fixed and computed length, and on overlapping ranges. */
#include <assert.h>
#include <string.h>

static int length(int n) { return n; }

int main(void)
{
    char a[16], b[16];
    memset(a, 'x', sizeof a);
    for (int i = 0; i < 8; i++)
        a[i] = (char)('a' + i);
    memcpy(b, a, (size_t)length(9));
    assert(b[0] == 'a' && b[7] == 'h' && b[8] == 'x');
    memmove(a + 2, a, (size_t)length(6));
    assert(a[0] == 'a' && a[2] == 'a' && a[7] == 'f' && a[8] == 'x');
    memmove(a, a + 3, 5);
    assert(a[0] == 'b' && a[4] == 'f');
    memcpy(b, a, 0);
    long zero[3] = { 1, 2, 3 };
    memset(&zero[1], 0, (size_t)length(8));
    assert(zero[0] == 1 && zero[1] == 0 && zero[2] == 3);
    memset(zero, 0xff, sizeof zero);
    assert(zero[2] == -1);
    return 0;
}
