/* A string literal and a constant may be read and not written. */
#include <assert.h>

static const int limits[2] = { 10, 20 };

int main(void)
{
    char *text = "abc";
    char copy[] = "abc";
    copy[0] = 'x';
    assert(text[0] == 'a' && copy[0] == 'x' && limits[1] == 20);
#if BUG == 1
    text[0] = 'x'; /* violation one */
#elif BUG == 2
    *(int *)&limits[1] = 30; /* violation two */
#endif
    return 0;
}
