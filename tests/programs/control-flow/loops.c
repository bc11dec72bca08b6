/* Loops of all kinds, nested, left by break, continue, goto and return. */
#include <assert.h>

static int first_divisor(int n)
{
    for (int d = 2; d * d <= n; d++)
        if (n % d == 0)
            return d;
    return n;
}

static int collatz(unsigned n)
{
    int steps = 0;
    do {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    } while (n != 1);
    return steps;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 10; i++) {
        if (i % 2)
            continue;
        if (i == 8)
            break;
        for (int j = i; j--;)
            sum += j;
    }
    assert(sum == 0 + 1 + 6 + 15);
    assert(first_divisor(91) == 7 && first_divisor(97) == 97);
    assert(collatz(27) == 111);
    int i = 0;
again:
    if (++i < 5)
        goto again;
    for (int a = 0;; a++)
        for (int b = 0; b <= a; b++)
            if (a * b == 42) {
                sum = a;
                goto found;
            }
found:
    assert(i == 5 && sum == 7);
    while (i--)
        ;
    assert(i == -1);
    return 0;
}
