/* Output is kept for the witness and changes nothing else. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int x = 3;
    printf("x = %d, %s %c %5.2x %lu%%\n", x, "text", 'c', 255u, 7ul);
    puts("a line");
    printf("plain\n");
#ifdef BUG
    assert(x == 4); /* violation */
#endif
    return 0;
}
