/* Switches: dense, sparse, ranges by fall-through, default in the middle, negative and 64-bit cases, nested. */
#include <assert.h>

static int classify(long x)
{
    switch (x) {
    case -1:
        return 1;
    case 0:
    case 1:
    case 2:
        x += 10;
        /* fall through */
    case 100:
        return (int)x;
    default:
        return -5;
    case 0x123456789a:
        return 7;
    }
}

static int vowel(char c)
{
    switch (c) {
    case 'a': case 'e': case 'i': case 'o': case 'u':
        return 1;
    }
    return 0;
}

static int nested(int a, int b)
{
    switch (a) {
    case 1:
        switch (b) {
        case 1:
            return 11;
        default:
            break;
        }
        break;
    case 2:
        return 20 + b;
    }
    return 0;
}

int main(void)
{
    assert(classify(-1) == 1 && classify(0) == 10 && classify(2) == 12 && classify(100) == 100);
    assert(classify(3) == -5 && classify(0x123456789a) == 7 && classify(0x3456789a) == -5);
    assert(vowel('e') && !vowel('x'));
    assert(nested(1, 1) == 11 && nested(1, 2) == 0 && nested(2, 3) == 23 && nested(3, 3) == 0);
    return 0;
}
