/* realloc, reallocarray, posix_memalign and strdup. With BUG=1 the old memory is used, with BUG=2 more than there is. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int *numbers = malloc(3 * sizeof *numbers);
    for (int i = 0; i < 3; i++)
        numbers[i] = i;
    int *more = realloc(numbers, 5 * sizeof *more);
    assert(more[0] == 0 && more[2] == 2);
    more[4] = 4;
#if BUG == 1
    assert(numbers[0] == 0); /* violation */
#elif BUG == 2
    more[5] = 5; /* violation */
#endif
    more = reallocarray(more, 2, sizeof *more);
    assert(more[1] == 1);
    more = realloc(more, 0);
    free(more);
    int *fresh = realloc(NULL, sizeof *fresh);
    *fresh = 7;
    free(fresh);
    void *aligned;
    assert(posix_memalign(&aligned, 64, 16) == 0);
    memset(aligned, 1, 16);
    free(aligned);
    char *copy = strdup("abc");
    assert(strcmp(copy, "abc") == 0);
#if BUG != 3
    free(copy);
#endif
    return 0;
}
