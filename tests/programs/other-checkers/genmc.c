/* A lock as programs for GenMC write it, with marks around the loop that waits. */
#include <assert.h>
#include <genmc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define await_while(cond)                                                          \
    for (__VERIFIER_loop_begin(); (__VERIFIER_spin_start(), (cond)) ? 1 : (__VERIFIER_spin_end(1), 0); \
         __VERIFIER_spin_end(0))

static atomic_int taken;
static int count;

static void *work(void *unused)
{
    do {
        await_while(atomic_load(&taken))
            ;
#ifdef BUG
    } while (atomic_load(&taken));
    atomic_store(&taken, 1);
#else
    } while (atomic_exchange(&taken, 1));
#endif
    count++;
    atomic_store(&taken, 0);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    __VERIFIER_assume(1);
    assert(count == 2); /* violation */
    return 0;
}
