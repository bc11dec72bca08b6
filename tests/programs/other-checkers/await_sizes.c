/* Waiting by conditions, for numbers of all sizes. */
#include <assert.h>
#include <stdatomic.h>

extern signed char __VERIFIER_load_await_i8(atomic_schar *, char, signed char);
extern signed char __VERIFIER_xchg_await_i8(atomic_schar *, signed char, char, signed char);
extern short __VERIFIER_load_await_i16(atomic_short *, char, short);
extern short __VERIFIER_xchg_await_i16(atomic_short *, short, char, short);
extern int __VERIFIER_load_await_i32(atomic_int *, char, int);
extern int __VERIFIER_xchg_await_i32(atomic_int *, int, char, int);
extern long __VERIFIER_load_await_i64(atomic_long *, char, long);
extern long __VERIFIER_xchg_await_i64(atomic_long *, long, char, long);

static atomic_schar one = -1;
static atomic_short two = -2;
static atomic_int four = -4;
static atomic_long eight = -8;

int main(void)
{
    /* 1 is greater, 2 equal, 4 less, 8 with a sign. */
    assert(__VERIFIER_load_await_i8(&one, 1, 5) == -1 && __VERIFIER_xchg_await_i8(&one, 7, 12, 5) == -1);
    assert(__VERIFIER_load_await_i16(&two, 3, -2) == -2 && __VERIFIER_xchg_await_i16(&two, 7, 14, -2) == -2);
    assert(__VERIFIER_load_await_i32(&four, 5, 4) == -4 && __VERIFIER_xchg_await_i32(&four, 7, 2, -4) == -4);
    assert(__VERIFIER_load_await_i64(&eight, 12, 0) == -8 && __VERIFIER_xchg_await_i64(&eight, 7, 1, 0) == -8);
    assert(one == 7 && two == 7 && four == 7 && eight == 7);
#ifdef BUG
    __VERIFIER_load_await_i32(&four, 9, 7); /* waits for ever */
#endif
    return 0;
}
