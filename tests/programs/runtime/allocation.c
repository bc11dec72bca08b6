/* Blocks are distinct and aligned, calloc's are zero, sizes may be computed, zero and null are fine. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    char *p[4];
    for (unsigned i = 0; i < 4; i++) {
        p[i] = malloc(i * 3 + 1);
        assert(p[i] && (uintptr_t)p[i] % 16 == 0);
        p[i][i * 3] = (char)i;
        for (unsigned j = 0; j < i; j++)
            assert(p[i] != p[j]);
    }
    int *z = calloc(3, sizeof *z);
    assert(z[0] == 0 && z[1] == 0 && z[2] == 0);
    free(z);
    for (int i = 3; i >= 0; i--)
        free(p[i]);
    free(NULL);
    free(malloc(0));
    return 0;
}
