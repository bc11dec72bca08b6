/* An update of eight bytes beside a store to one of them: machines do it at once; RA and RC11 do not say what it is. */
#include <assert.h>
#include <pthread.h>

static union {
    unsigned long whole;
    unsigned char bytes[8];
} u;

static void *part(void *arg)
{
    __atomic_store_n(&u.bytes[7], 2, __ATOMIC_RELEASE);
    return arg;
}

static void *whole(void *arg)
{
    __atomic_fetch_or(&u.whole, 1, __ATOMIC_RELAXED);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, part, 0);
    pthread_create(&b, 0, whole, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(u.whole == (2UL << 56 | 1));
    return 0;
}
