/* One thread chooses a number, another guesses it: only a number that is its own square below a limit, other than 0 and 1, would win, and there is
 * none; with BUG one that is three times another. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);
void reach_error(void);

static atomic_uint chosen;

static void *choose(void *unused)
{
    unsigned number = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(number > 1);
    atomic_store_explicit(&chosen, number, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, choose, NULL);
    unsigned guess = __VERIFIER_nondet_uchar();
    unsigned found = atomic_load_explicit(&chosen, memory_order_acquire);
#ifdef BUG
    if (found && guess && found == 3 * guess && guess > 80)
        reach_error();
#else
    if (found && found * found == found)
        reach_error();
#endif
    pthread_join(thread, NULL);
    return 0;
}
