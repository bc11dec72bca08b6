/* A pointer keeps its object through integers, arithmetic, bytes and unions. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static int cells[4] = { 10, 11, 12, 13 };

int main(void)
{
    uintptr_t i = (uintptr_t)cells;
    assert(*(int *)(i + 8) == 12);
    intptr_t j = -(intptr_t)(uintptr_t)&cells[3];
    assert(*(int *)-j == 13);
    int *p = &cells[1], *q;
    memcpy(&q, &p, sizeof p);
    assert(*q == 11);
    unsigned char bytes[sizeof p];
    for (size_t k = 0; k < sizeof p; k++)
        bytes[k] = ((unsigned char *)&p)[k];
    for (size_t k = 0; k < sizeof p; k++)
        ((unsigned char *)&q)[sizeof p - 1 - k] = bytes[sizeof p - 1 - k];
    assert(q == p && *q == 11);
    union { int *pointer; uint64_t bits; uint32_t half[2]; } u, v;
    u.pointer = &cells[2];
    v.half[1] = u.half[1];
    v.half[0] = u.half[0];
    assert(v.bits == u.bits && *v.pointer == 12);
    return 0;
}
