/* Constructors by priority, then main, then what atexit was told, the last one first, also what is told at the end; then
 * destructors, in the reverse order of constructors. */
#include <assert.h>
#include <stdlib.h>

static int turn;

#define NEXT(n) assert(turn++ == (n))

static void last_handler(void) { NEXT(7); }
static void late_handler(void) { NEXT(6); }
static void second_handler(void) { NEXT(5); atexit(late_handler); }
static void first_handler(void) { NEXT(4); }

__attribute__((constructor(101))) static void early(void) { NEXT(0); atexit(last_handler); }
__attribute__((constructor(102))) static void before_main_1(void) { NEXT(1); }
__attribute__((constructor)) static void before_main_2(void) { NEXT(2); }

#ifdef BUG
#define OTHER 9 /* violation */
#else
#define OTHER 8
#endif
__attribute__((destructor)) static void after_main_2(void) { NEXT(OTHER); }
__attribute__((destructor(102))) static void after_main_1(void) { NEXT(9); }
__attribute__((destructor(101))) static void latest(void) { NEXT(10); }

int main(void)
{
    NEXT(3);
    atexit(second_handler);
    atexit(first_handler);
#ifdef EXIT
    exit(1);
#endif
    return 0;
}
