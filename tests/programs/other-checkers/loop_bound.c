/* A loop that the source bounds for another checker: it is as `--unroll` for that loop, and for no other. */
#include <assert.h>
#include <dat3m.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int tries, done;

static void *stop(void *unused)
{
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, stop, NULL);
#ifdef MARK
    __VERIFIER_loop_bound(3);
#endif
    while (!done)
        tries++;
    for (int i = 0; i < 5; i++)
        tries++;
    pthread_join(thread, NULL);
#ifdef BUG
    assert(tries < 7); /* violation */
#endif
    return 0;
}
