/* What else <threads.h> has: limits, leaving, detaching, and things that are destroyed. */
#include <assert.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t changed;
static tss_t key;
static int ready;

static int child(void *argument)
{
    tss_set(key, argument);
    mtx_lock(&mutex);
#ifndef BUG
    ready = 1;
#endif
    cnd_broadcast(&changed);
    mtx_unlock(&mutex);
    thrd_yield();
    thrd_exit(3);
}

static int alone(void *argument)
{
    thrd_detach(thrd_current());
    return *(int *)argument;
}

int main(void)
{
    thrd_t one, two;
    int result;
    static int other;
    struct timespec limit = {0};
    mtx_init(&mutex, mtx_timed);
    cnd_init(&changed);
    tss_create(&key, 0);
    thrd_create(&one, child, &result);
    thrd_create(&two, alone, &other);
    assert(thrd_sleep(&limit, 0) == 0);
    if (mtx_timedlock(&mutex, &limit) == thrd_success) {
        int reached = thrd_success;
        while (!ready && reached == thrd_success)
            reached = cnd_timedwait(&changed, &mutex, &limit);
        assert(ready || reached == thrd_timedout);
        mtx_unlock(&mutex);
    }
    thrd_join(one, &result);
    assert(result == 3 && ready); /* violation */
    tss_delete(key);
    cnd_destroy(&changed);
    mtx_destroy(&mutex);
    return 0;
}
