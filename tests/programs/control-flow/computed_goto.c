/* A small machine whose instructions are labels: a jump to an address. */
#include <assert.h>

static int run(const unsigned char *code)
{
    static void *const labels[] = {&&stop, &&increment, &&twice, &&back};
    int value = 0, turns = 2;
    goto *labels[*code];
increment:
    value++;
    goto *labels[*++code];
twice:
    value *= 2;
    goto *labels[*++code];
back:
    code = turns-- ? code - 2 : code;
    goto *labels[*++code];
stop:
    return value;
}

int main(void)
{
    const unsigned char code[] = {1, 2, 3, 1, 0};
    /* ((1 * 2) * 2) * 2 + 1, and the jump back is taken twice. */
#ifdef BUG
    assert(run(code) == 5); /* violation */
#else
    assert(run(code) == 9);
#endif
    return 0;
}
