/* Choices that depend on choices, cut by assumptions: the triples with a <= b <= c <= 13. */
#include <assert.h>
#include <heddle.h>

int main(void)
{
    long c = heddle_choose(1, 13);
    long b = heddle_choose(1, c);
    long a = heddle_choose(1, b);
    heddle_assume(a * a + b * b == c * c);
    assert((a == 3 && b == 4 && c == 5) || (a == 6 && b == 8 && c == 10) || (a == 5 && b == 12 && c == 13));
    return 0;
}
