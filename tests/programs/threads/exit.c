/* pthread_exit ends a thread from inside a call, with a result; nothing after it happens. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int after;

static void leave(long code)
{
    pthread_exit((void *)code);
    atomic_store(&after, 1);
}

static void *work(void *arg)
{
    leave((long)arg + 1);
    atomic_store(&after, 1);
    return 0;
}

int main(void)
{
    pthread_t t;
    void *r;
    pthread_create(&t, 0, work, (void *)41);
    pthread_join(t, &r);
    assert((long)r == 42);
    assert(atomic_load(&after) == 0);
    return 0;
}
