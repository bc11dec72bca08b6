/* Sixteen bytes that are compared and exchanged at once. With BUG, only the first half is. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct pair {
    unsigned long low, high;
} __attribute__((aligned(16)));

static volatile struct pair shared;

static int exchange(volatile struct pair *place, struct pair *expected, struct pair desired)
{
    char success;
#ifdef BUG
    __asm__ __volatile__("lock; cmpxchgq %3, %1\n\tsetz %0"
                         : "=q"(success), "+m"(place->low), "+a"(expected->low)
                         : "r"(desired.low)
                         : "memory", "cc");
    if (success)
        place->high = desired.high;
    else
        expected->high = place->high;
#else
    __asm__ __volatile__("lock; cmpxchg16b %1\n\tsetz %0"
                         : "=q"(success), "+m"(*place), "+a"(expected->low), "+d"(expected->high)
                         : "b"(desired.low), "c"(desired.high)
                         : "memory", "cc");
#endif
    return success;
}

static void *add(void *unused)
{
    struct pair old = {0, 0}, new;
    do {
        assert(old.low == old.high); /* violation */
        new.low = old.low + 1;
        new.high = old.high + 1;
    } while (!exchange(&shared, &old, new));
    return NULL;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, add, NULL);
    pthread_create(&two, NULL, add, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(shared.low == 2 && shared.high == 2);
    return 0;
}
