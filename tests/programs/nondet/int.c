/* An input of type int: four values unless --nondet says otherwise, so nothing holds for all of them. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
#ifdef BUG
    assert(x != 2); /* violation */
#elif defined(FAR)
    assert(x != 1000); /* violation */
#else
    assert(x < 3 || x > 2);
#endif
    return 0;
}
