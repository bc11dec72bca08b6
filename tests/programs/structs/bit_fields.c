/* Bit-fields: widths, signs, neighbours, crossing bytes. */
#include <assert.h>

struct packed { unsigned a : 1, b : 7, c : 10; signed d : 5; unsigned long e : 40; };

int main(void)
{
    struct packed p = { 1, 100, 1000, -3, 0xabcdef0123 };
    assert(p.a == 1 && p.b == 100 && p.c == 1000 && p.d == -3 && p.e == 0xabcdef0123);
    p.b = 127;
    p.b++;
    p.d = 15;
    p.c ^= 0x3ff;
    assert(p.a == 1 && p.b == 0 && p.c == 23 && p.d == 15 && p.e == 0xabcdef0123);
    struct packed q = p;
    q.a = 0;
    assert(q.c == 23 && !q.a && p.a);
    return 0;
}
