/* If the range has all values of the type, nothing is left out. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char x = __VERIFIER_nondet_uchar();
    assert((unsigned char)(x * x) % 4 != 3);
    return 0;
}
