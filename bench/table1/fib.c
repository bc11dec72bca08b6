/* Two threads run i += j and j += i, N times each; the largest value is the (2N+2)-th Fibonacci number. chronological-traces Table 1: fib_true, and fib_false with
 * -DBUG, whose bound is too tight. main checks meanwhile, or with -DJOIN after the threads have ended. */
#include <assert.h>
#include <pthread.h>
#include "machine.h"
#ifndef N
#define N 5
#endif

static atomic_int i = 1, j = 1;

static void *add_i(void *arg)
{
    (void)arg;
    for (int k = 0; k < N; k++)
        ST(i, LD(i) + LD(j));
    return 0;
}

static void *add_j(void *arg)
{
    (void)arg;
    for (int k = 0; k < N; k++)
        ST(j, LD(j) + LD(i));
    return 0;
}

int main(void)
{
    int low = 1, high = 1;
    for (int k = 0; k < 2 * N; k++) {
        int next = low + high;
        low = high;
        high = next;
    }
#ifdef BUG
    high--;
#endif
    pthread_t a, b;
    pthread_create(&a, 0, add_i, 0);
    pthread_create(&b, 0, add_j, 0);
#ifdef JOIN
    pthread_join(a, 0);
    pthread_join(b, 0);
#endif
    assert(LD(i) <= high && LD(j) <= high); /* violation */
#ifndef JOIN
    pthread_join(a, 0);
    pthread_join(b, 0);
#endif
    return 0;
}
