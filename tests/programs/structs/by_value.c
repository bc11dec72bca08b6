/* Structs as arguments and results: in registers (up to 16 bytes) and in memory. */
#include <assert.h>
#include <stdint.h>

struct tiny { char a; };
struct small { int a, b; };
struct odd { int a, b, c; };
struct wide { long a, b; };
struct large { long a[4]; int tail; };

static struct tiny tiny(struct tiny s) { s.a++; return s; }
static struct small small(struct small s) { return (struct small){ s.b, s.a }; }
static struct odd odd(struct odd s) { s.c += s.a; return s; }
static struct wide wide(struct wide s, int k) { s.b *= k; return s; }
static struct large large(struct large s) { s.a[3] = s.a[0]; s.tail++; return s; }

int main(void)
{
    struct large l = { { 1, 2, 3, 4 }, 5 }, r;
    assert(tiny((struct tiny){ 6 }).a == 7);
    assert(small((struct small){ 1, 2 }).a == 2);
    assert(odd((struct odd){ 1, 2, 3 }).c == 4);
    assert(wide((struct wide){ 8, 9 }, -1).b == -9);
    r = large(l);
    assert(r.a[3] == 1 && r.tail == 6 && l.a[3] == 4 && l.tail == 5);
    return 0;
}
