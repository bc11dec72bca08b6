/* Integers of 65 to 127 bits: what clang makes of wide bit-fields, and _BitInt. */
#include <assert.h>

typedef unsigned _BitInt(96) u96;
typedef _BitInt(96) s96;
typedef unsigned _BitInt(70) u70;

static volatile int by = 5;
static volatile s96 number = -3;
static volatile u96 positive = ((u96)0x12345678 << 64) + 0x9abcdef012345678;

struct fields {
  unsigned long first : 40;
  unsigned long second : 40;
  unsigned char third : 7;
} __attribute__((packed));

static volatile struct fields fields;

int main(void) {
  u96 value = positive;
  assert((value << 4) >> 4 == (value & (((u96)1 << 92) - 1)));
  assert((unsigned)(value >> 64) == 0x12345678);
  assert((unsigned)(value >> 60) == 0x23456789);
  assert(value >> by << by == (value & ~(u96)31));
  assert(number >> 1 == -2 && number >> 70 == -1 && number >> 95 == -1);
  assert((s96)((u96)1 << 95) >> 95 == -1);
  assert((value << 95) == 0 && ((value | 1) << 95) >> 95 == 1);
  u70 small = (u70)value;
  assert(small >> 66 == 14 && (u70)(small << 60) >> 60 == (u70)0x278);
  fields.first = 0xabcdef0123;
  fields.second = 0x123456789a;
  fields.third = 0x55;
  assert(fields.first == 0xabcdef0123 && fields.second == 0x123456789a && fields.third == 0x55);
#ifdef BUG
  assert(value << (by + 91) == 0); /* violation */
#endif
  return 0;
}
