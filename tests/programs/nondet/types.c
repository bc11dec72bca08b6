/* Each type gets the part of the range that it has, and its own width. */
#include <assert.h>

extern signed char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern unsigned long __VERIFIER_nondet_size_t(void);

int main(void)
{
#if TYPE == 1
    signed char x = __VERIFIER_nondet_char();
    assert(x >= -2 && x <= 1);
#elif TYPE == 2
    unsigned char x = __VERIFIER_nondet_uchar();
    assert(x <= 1);
#elif TYPE == 3
    short x = __VERIFIER_nondet_short();
    assert(x >= -2 && x <= 1);
#elif TYPE == 4
    unsigned short x = __VERIFIER_nondet_ushort();
    assert(x <= 1);
#elif TYPE == 5
    unsigned int x = __VERIFIER_nondet_uint();
    assert(x <= 1);
#elif TYPE == 6
    long x = __VERIFIER_nondet_long();
    assert(x >= -2 && x <= 1);
#elif TYPE == 7
    unsigned long x = __VERIFIER_nondet_ulong();
    assert(x <= 1);
#else
    unsigned long x = __VERIFIER_nondet_size_t();
    assert(x <= 1);
#endif
#ifdef BUG
    assert(x != 1); /* violation */
#endif
    return 0;
}
