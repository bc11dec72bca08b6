/* An update of the kernel that returns nothing is not ordered by a read barrier: it may find the
 * flag set, and the read behind the barrier nothing of what was written before. With FULL, a full
 * barrier orders it. */
#include <assert.h>
#include <lkmm.h>
#include <pthread.h>
#include <stddef.h>

#ifdef FULL
#define BARRIER() smp_mb()
#else
#define BARRIER() smp_rmb()
#endif

static atomic_t flag;
static int data, seen;

static void *send(void *unused)
{
    WRITE_ONCE(data, 1);
    smp_wmb();
    WRITE_ONCE(flag.counter, 1);
    return unused;
}

static void *receive(void *unused)
{
    atomic_add(2, &flag);
    BARRIER();
    seen = READ_ONCE(data);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, send, NULL);
    pthread_create(&threads[1], NULL, receive, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(flag.counter != 3 || seen == 1); /* violation */
    return 0;
}
