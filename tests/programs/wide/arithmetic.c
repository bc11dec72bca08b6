/* Integers of 128 bits: all operations but division, and through shared memory. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

static u128 shared;

static u128 make(uint64_t high, uint64_t low)
{
    return (u128)high << 64 | low;
}

static void *writer(void *unused)
{
    shared = make(7, 9) * make(0, UINT64_MAX);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    pthread_join(thread, NULL);
    /* (7 * 2^64 + 9) * (2^64 - 1), modulo 2^128. */
    assert(shared == make(1, UINT64_MAX - 8));
    volatile uint64_t ones = UINT64_MAX;
    volatile int n = 1;
    u128 sum = (u128)ones + 1;
    assert(sum == make(1, 0) && (uint64_t)sum == 0 && (uint64_t)(sum >> 64) == 1);
    assert(sum - 1 == ones);
    assert((u128)ones * ones == make(UINT64_MAX - 1, 1));
    assert(sum << n == make(2, 0) && sum >> n == make(0, 1ull << 63));
    assert(make(1, 1) << (63 + n) == make(1, 0) && make(5, 1) >> (63 + n) == 5);
    i128 negative = -(i128)5;
    assert(negative < 0 && negative < (i128)sum && negative >> 127 == -1);
    assert(negative >> 70 == -1 && negative + 5 == 0 && (i128)(int64_t)-1 == -1);
    assert((make(1, 3) & make(3, 1)) == make(1, 1) && (make(1, 0) | 5) == make(1, 5));
    assert((make(6, 6) ^ make(3, 3)) == make(5, 5) && ~(u128)0 == make(ones, ones));
    assert(make(1, 0) > make(0, ones) && make(2, 0) >= make(2, 0) && !(make(2, 1) < make(2, 1)));
    u128 chosen = n ? make(3, 4) : sum;
    assert(chosen == make(3, 4) && chosen != sum);
#if BUG == 1
    assert(make(1, 0) == 0); /* violation */
#elif BUG == 2
    n = 128;
    assert(sum << n == 0); /* violation */
#endif
    return 0;
}
