/* What at_quick_exit is told runs at a quick end only, the last first; what atexit is told does not. */
#include <assert.h>
#include <stdlib.h>

static int turn;

static void first(void) { assert(turn == 1); }
static void second(void) { assert(turn++ == 0); }
static void never(void) { abort(); /* violation */ }

int main(void)
{
    assert(!at_quick_exit(first) && !at_quick_exit(second) && !atexit(never));
#ifdef BUG
    exit(0);
#endif
    quick_exit(0);
}
