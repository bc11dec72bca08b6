/* A block with nothing but a choice: it is a barrier, too, and happens at once with the choice. */
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *reader(void *unused)
{
    atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    __VERIFIER_atomic_begin();
    int value = heddle_choose(0, 1);
    __VERIFIER_atomic_end();
    atomic_store_explicit(&x, value, memory_order_relaxed);
    pthread_join(thread, 0);
    return 0;
}
