/* Structs and wide numbers among variable arguments: in pieces, in memory, and aligned. */
#include <assert.h>
#include <stdarg.h>

struct small { int a, b; };
struct mixed { long whole; double part; };
struct odd { char text[11]; };
struct large { long a, b, c; };

static long sum(int n, ...)
{
    va_list list;
    va_start(list, n);
    struct small small = va_arg(list, struct small);
    struct large large = va_arg(list, struct large);
    struct mixed mixed = va_arg(list, struct mixed);
    __int128 wide = va_arg(list, __int128);
    struct odd odd = va_arg(list, struct odd);
    int last = va_arg(list, int);
    va_end(list);
    return small.a + small.b + large.c + mixed.whole + (long)mixed.part + (long)(wide >> 64) +
           odd.text[10] + last;
}

int main(void)
{
    struct small small = {1, 2};
    struct large large = {0, 0, 30};
    struct mixed mixed = {400, 500.5};
    struct odd odd = {"0123456789"};
    odd.text[10] = 7;
    long all = sum(1, small, large, mixed, (__int128)6000 << 64, odd, 80000);
#ifdef BUG
    assert(all == 86933); /* violation */
#else
    assert(all == 86940);
#endif
    return 0;
}
