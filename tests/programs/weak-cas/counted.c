/* Failures are counted by the program: each one more is something new. The bug takes MOST + 1 of them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef MOST
#define MOST 1
#endif
static atomic_int counter;

static void *add(void *unused)
{
    int failures = 0;
    int seen = 0;
    while (!atomic_compare_exchange_weak(&counter, &seen, 1)) {
        seen = 0;
        failures++;
    }
    assert(failures <= MOST); /* violation */
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, add, 0);
    pthread_join(thread, 0);
    return 0;
}
