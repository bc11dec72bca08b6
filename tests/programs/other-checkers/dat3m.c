/* Inputs, marks and assertions as programs for Dartagnan write them. */
#include <dat3m.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *work(void *unused)
{
    __VERIFIER_loop_bound(3);
    for (int i = 0; i < 2; i++)
        atomic_fetch_add(&x, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    _Bool early = __VERIFIER_nondet_bool();
    pthread_create(&thread, NULL, work, NULL);
    await_while (!early && atomic_load(&x) != 2)
        ;
#ifdef BUG
    __VERIFIER_assert(x == 2); /* violation */
#else
    __VERIFIER_assert(early || x == 2);
#endif
    pthread_join(thread, NULL);
    return __VERIFIER_tid() == 1000;
}
