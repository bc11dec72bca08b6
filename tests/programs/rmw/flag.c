/* atomic_flag as a try-lock: only one of two threads may enter at a time. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int inside, entered;

static void *enter(void *arg)
{
    (void)arg;
    if (atomic_flag_test_and_set(&busy))
        return 0;
    assert(inside++ == 0);
    entered++;
    inside--;
    atomic_flag_clear(&busy);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, enter, 0);
    pthread_create(&b, 0, enter, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(entered >= 1);
    return 0;
}
