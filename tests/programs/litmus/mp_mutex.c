/* MP with the flag in critical sections: of one mutex, or with -DM2=n of a mutex for each thread.
 * Weak: the flag is seen and the message is not. */
#include "litmus.h"

#ifndef M1
#define M1 m
#endif
#ifndef M2
#define M2 m
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;
static int r1, r2;

THREAD(first)
{
    STORE(x, 1, W1);
    LOCK(M1);
    STORE(y, 1, W2);
    UNLOCK(M1);
    return 0;
}

THREAD(second)
{
    LOCK(M2);
    r1 = LOAD(y, R1);
    UNLOCK(M2);
    r2 = LOAD(x, R2);
    return 0;
}

int main(void)
{
    RUN(first, second);
    assert(!(r1 == 1 && r2 == 0)); /* violation */
    return 0;
}
