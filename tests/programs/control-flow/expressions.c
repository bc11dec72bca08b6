/* Conditional, short-circuit and comma expressions evaluate what they must and no more. */
#include <assert.h>
#include <stddef.h>

static int calls;

static int truth(int v)
{
    calls++;
    return v;
}

int main(void)
{
    int *none = NULL, five = 5;
    assert(!(none && *none) && (none == NULL || *none));
    assert((none ? *none : five) == 5);
    assert(!(truth(0) && truth(1)) && calls == 1);
    assert((truth(2) || truth(1)) == 1 && calls == 2);
    int x = (truth(0), truth(9));
    assert(x == 9 && calls == 4);
    int a = 1, b = a ? a > 1 ? 10 : 20 : 30;
    assert(b == 20);
    int *p = a ? &a : &b;
    *p = 3;
    assert(a == 3 && (a == 3 && b == 20 && !(a == b)));
    assert(!!a == 1 && -!b == 0);
    int big = a > 2 && (b > 100 || (b > 10 && truth(1)));
    assert(big && calls == 5);
    return 0;
}
