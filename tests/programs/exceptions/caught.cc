/* An exception that is thrown and caught, and one that is not. */
#include <cassert>

struct Full {};

static int put(int number)
{
#ifdef THROWN
    if (number == 2)
        throw Full();
#endif
    return number;
}

int main()
{
    int kept = 0;
    for (int i = 1; i <= 2; i++) {
        try {
            kept += put(i);
        } catch (const Full &) {
            kept += 10;
        }
    }
    assert(kept == 3 || kept == 11);
#ifdef BUG
    throw Full(); /* violation */
#endif
}
