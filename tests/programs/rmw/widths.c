/* Atomic updates of 8, 16, 32 and 64 bits wrap at their width and sign. */
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_schar c = 127;
static atomic_uchar uc = 255;
static atomic_short s = -32768;
static atomic_uint u;
static atomic_llong l = 0x7fffffffffffffff;
static atomic_bool b;

int main(void)
{
    assert(atomic_fetch_add(&c, 1) == 127 && c == -128);
    assert(atomic_fetch_add(&uc, 1) == 255 && uc == 0);
    assert(atomic_fetch_sub(&s, 1) == -32768 && s == 32767);
    assert(atomic_fetch_sub(&u, 1) == 0 && u == 0xffffffffu);
    atomic_fetch_xor(&l, -1);
    assert(l == (long long)0x8000000000000000);
    assert(!atomic_exchange(&b, true) && b);
    return 0;
}
