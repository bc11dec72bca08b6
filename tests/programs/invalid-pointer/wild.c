/* Pointers made from thin air: read, written, called, freed. */
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    uintptr_t nowhere = 0x123456789000;
#if BUG == 1
    return *(int *)nowhere; /* violation one */
#elif BUG == 2
    *(char *)nowhere = 1; /* violation two */
#elif BUG == 3
    ((void (*)(void))nowhere)(); /* violation three */
#elif BUG == 4
    int data = 0;
    ((void (*)(void))(uintptr_t)&data)(); /* violation four */
#endif
    return (int *)nowhere == NULL;
}
