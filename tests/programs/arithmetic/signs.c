/* Signed and unsigned: comparisons, division, remainder, shifts, extension and truncation. */
#include <assert.h>
#include <stdint.h>

int main(void)
{
    int8_t c = -1;
    uint8_t uc = 255;
    int16_t s = -300;
    uint16_t us = (uint16_t)s;
    int32_t i = -7;
    uint32_t u = (uint32_t)i;
    int64_t l = i;
    uint64_t ul = u;
    assert(c < uc && c == (int8_t)uc && (uint8_t)c == uc);
    assert(us == 65236 && (int8_t)s == -44 && (uint8_t)s == 212);
    assert(i / 2 == -3 && i % 2 == -1 && i >> 1 == -4 && u >> 1 == 0x7ffffffcu);
    assert(u / 2 == 2147483644u && u % 10 == 9 && u > 5 && i < 5);
    assert(l == -7 && ul == 0xfffffff9 && (uint64_t)l == 0xfffffffffffffff9);
    assert((int64_t)ul > 0 && (int32_t)ul == -7 && (uint64_t)(int64_t)c == UINT64_MAX);
    assert(-7 / -2 == 3 && 7 / -2 == -3 && 7 % -2 == 1 && -7 % 2 == -1);
    assert(!(i < u - u));
    assert((int64_t)INT32_MAX + 1 == 2147483648 && UINT32_MAX + 1u == 0);
    return 0;
}
