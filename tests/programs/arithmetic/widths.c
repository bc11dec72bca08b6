/* 8, 16, 32 and 64 bits: promotion, wrap-around, masks, products, compound assignment. */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

int main(void)
{
    uint8_t b = 200;
    b += 100;
    assert(b == 44);
    b <<= 3;
    assert(b == 96);
    b = (uint8_t)~b;
    assert(b == 159);
    int16_t s = 300;
    s *= 100;
    assert(s == 30000);
    s = (int16_t)(s + s);
    assert(s == -5536);
    uint32_t u = 0x80000001;
    u = u * 3 + (u >> 31);
    assert(u == 0x80000004);
    uint64_t l = 0x100000000;
    l *= l - 1;
    assert(l == 0xffffffff00000000);
    assert((uint32_t)(l >> 16) == 0xffff0000 && (l & -l) == 0x100000000);
    bool t = 2, f = 0;
    t = t + t;
    assert(t == 1 && f == 0 && (t ^ f) == 1 && sizeof t == 1);
    enum colour { RED, GREEN = 5, BLUE } c = BLUE;
    assert(c == 6 && c - RED == 6);
    int64_t swapped = __builtin_bswap64(0x0102030405060708);
    assert(swapped == 0x0807060504030201);
    assert(__builtin_popcount(0xf0f0) == 8 && __builtin_clz(1) == 31 && __builtin_ctzl(8) == 3);
    return 0;
}
