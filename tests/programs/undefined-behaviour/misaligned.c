/* An access at an address that is no multiple of the alignment of its type (C11 6.3.2.3p7). Packed structures say that theirs
 * are not. */
#include <stdlib.h>
#include <string.h>

struct __attribute__((packed)) packed {
    char tag;
    int number;
};

int main(void)
{
    _Alignas(8) char bytes[16] = "abcdefghijklmno";
    struct packed packed = {1, 2};
    volatile int four = 4;
    int number;
    memcpy(&number, bytes + 1, sizeof number);
    packed.number = *(int *)(bytes + 4) + *(int *)(bytes + four);
    char *memory = malloc(16);
#if BUG == 1
    *(int *)(bytes + 1) = 1; /* violation 1 */
#elif BUG == 2
    *(short *)(memory + four - 1) = 1; /* violation 2 */
#elif BUG == 3
    return *(long *)(bytes + four) == 1; /* violation 3 */
#endif
    free(memory);
    return 0;
}
