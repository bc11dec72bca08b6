/* The bug is in the fifth turn: a small bound does not see it, and must not say that there is none. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *store(void *unused)
{
    for (int i = 0; i < 6; i++) {
        atomic_store(&x, i);
        assert(atomic_load(&x) != 4); /* violation */
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, store, 0);
    pthread_join(thread, 0);
    return atomic_load(&x) != 5;
}
