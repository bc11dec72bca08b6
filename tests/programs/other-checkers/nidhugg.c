/* Waiting as programs for Nidhugg ask for it: a lock that is taken by an exchange that waits, and a
 * load that waits for a number to be reached. With BUG, the lock is not taken. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define AWAIT_COND_EQ 0b0010
#define AWAIT_COND_NE 0b0101
#define AWAIT_COND_UGE 0b0011
#define AWAIT_COND_SLT 0b1100

int __VERIFIER_load_await_aint(atomic_int *var, int cond, int operand);
int __VERIFIER_xchg_await_aint(atomic_int *var, int value, int cond, int operand);
void __VERIFIER_assume(bool truth);
bool __VERIFIER_nondet_bool(void);

static atomic_int lock, ready;
static int count;

static void *work(void *unused)
{
#ifdef BUG
    __VERIFIER_load_await_aint(&lock, AWAIT_COND_EQ, 0);
#else
    int old = __VERIFIER_xchg_await_aint(&lock, 1, AWAIT_COND_EQ, 0);
    assert(old == 0);
#endif
    count++;
    atomic_store(&lock, 0);
    atomic_fetch_add(&ready, 1);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, work, NULL);
    pthread_create(&two, NULL, work, NULL);
    int seen = __VERIFIER_load_await_aint(&ready, AWAIT_COND_UGE, 2);
    assert(seen == 2 && count == 2); /* violation */
    atomic_store(&ready, -1);
    assert(__VERIFIER_xchg_await_aint(&ready, 7, AWAIT_COND_SLT, 0) == -1);
    assert(__VERIFIER_load_await_aint(&ready, AWAIT_COND_NE, -1) == 7);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
