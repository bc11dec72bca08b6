/* Message passing and a counter in the style of the Linux kernel. */
#include <assert.h>
#include <lkmm.h>
#include <stddef.h>

static int data, ready;
static atomic_t count = ATOMIC_INIT(0);
static DEFINE_SPINLOCK(lock);
static int guarded;

static void *send(void *unused)
{
    WRITE_ONCE(data, 1);
#ifndef BUG
    smp_wmb();
#endif
    WRITE_ONCE(ready, 1);
    assert(atomic_inc_return(&count) >= 1);
    spin_lock(&lock);
    guarded++;
    spin_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, send, NULL);
    int found = READ_ONCE(ready);
    smp_rmb();
    assert(!found || READ_ONCE(data)); /* violation */
    atomic_inc(&count);
    spin_lock(&lock);
    guarded++;
    spin_unlock(&lock);
    pthread_join(thread, NULL);
    assert(atomic_read(&count) == 2 && guarded == 2);
    assert(cmpxchg(&data, 1, 5) == 1 && xchg(&data, 6) == 5);
    return 0;
}
