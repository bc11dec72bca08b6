/* Message passing: with release and acquire it arrives, with plain loads and stores it need not. */
#include "aarch64.h"

static volatile u32 data, ready;

static void *send(void *unused)
{
    store(&data, 1);
#if defined(BUG)
    store(&ready, 1);
#elif defined(FENCES)
    fence();
    store(&ready, 1);
#else
    store_release(&ready, 1);
#endif
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, send, 0);
#if defined(BUG)
    u32 found = load(&ready);
#elif defined(FENCES)
    u32 found = load(&ready);
    load_fence();
#else
    u32 found = load_acquire(&ready);
#endif
    check(!found || load(&data)); /* violation */
    pthread_join(thread, 0);
    return 0;
}
