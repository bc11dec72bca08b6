/* A ticket lock of xadd, and a lock of xchg. With BUG the ticket is taken without `lock`. */
#include "x86.h"
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static volatile u32 next, serving, taken;
static int count;

static void *ticket(void *unused)
{
#ifdef BUG
    u32 mine = load(&next);
    increment_unlocked(&next);
#else
    u32 mine = fetch_add(&next, 1);
#endif
    while (load(&serving) != mine)
        stall();
    count++; /* violation */
    store(&serving, mine + 1);
    return unused;
}

static void *swap(void *unused)
{
    while (exchange(&taken, 1))
        while (load(&taken))
            stall();
    count++;
    store(&taken, 0);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    void *(*work)(void *) = TICKET ? ticket : swap;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 2);
    return 0;
}
