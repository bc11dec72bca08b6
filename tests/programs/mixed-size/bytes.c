/* A word seen byte by byte and back, little end first; copies through char pointers. */
#include <assert.h>
#include <stdint.h>

struct mixed { uint8_t a; uint16_t b; uint32_t c; uint64_t d; };

int main(void)
{
    uint32_t w = 0x04030201;
    unsigned char *p = (unsigned char *)&w;
    for (int i = 0; i < 4; i++)
        assert(p[i] == i + 1);
    p[3] = 0xff;
    assert(w == 0xff030201 && (int32_t)w < 0);
    typedef uint16_t __attribute__((aligned(1))) anywhere;
    assert(*(anywhere *)(p + 1) == 0x0302);

    struct mixed from = { 1, 0x0203, 0x04050607, 0x08090a0b0c0d0e0f }, to;
    unsigned char *source = (unsigned char *)&from, *target = (unsigned char *)&to;
    for (unsigned i = 0; i < sizeof from; i++)
        target[i] = source[i];
    assert(to.a == 1 && to.b == 0x0203 && to.c == 0x04050607 && to.d == 0x08090a0b0c0d0e0f);
    return 0;
}
