/* The same seed gives the same numbers (C11 7.22.2.2p2), which is not kept: that is refused. Another one gives others. */
#include <assert.h>
#include <locale.h>
#include <stdlib.h>

int main(void)
{
    srand(1);
    int number = rand();
#ifdef SAME
    srand(1);
    assert(number == rand());
#else
    srand(2);
    assert(number >= 0 && rand() >= 0);
#endif
    assert(localeconv()->decimal_point[0] == '.' && !*localeconv()->thousands_sep);
    return 0;
}
