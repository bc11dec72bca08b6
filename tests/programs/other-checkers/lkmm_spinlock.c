/* A spin lock of the kernel is unlocked by a store, which may wait in a store buffer: unlike a mutex, it is no fence. */
#include <assert.h>
#include <lkmm.h>
#include <stddef.h>

static DEFINE_SPINLOCK(first);
static DEFINE_SPINLOCK(second);
static int x, y, seen_x, seen_y;

static void *left(void *unused)
{
    spin_lock(&first);
    WRITE_ONCE(x, 1);
    spin_unlock(&first);
#ifndef BUG
    smp_mb();
#endif
    seen_y = READ_ONCE(y);
    return unused;
}

static void *right(void *unused)
{
    if (!spin_trylock(&second))
        return unused;
    WRITE_ONCE(y, 1);
    spin_unlock(&second);
#ifndef BUG
    smp_mb();
#endif
    seen_x = READ_ONCE(x);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, left, NULL);
    pthread_create(&threads[1], NULL, right, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(seen_x || seen_y); /* violation */
    return 0;
}
