/* Three exchanges: each gets what another one put, and nothing is lost. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int box;
static int got[4];

static void *swap(void *arg)
{
    int me = (int)(long)arg;
    got[me] = atomic_exchange(&box, me);
    return 0;
}

int main(void)
{
    pthread_t t[3];
    for (long i = 1; i <= 3; i++)
        pthread_create(&t[i - 1], 0, swap, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    int last = atomic_load(&box);
    assert(got[1] + got[2] + got[3] + last == 1 + 2 + 3);
    assert(got[last] != last);
    return 0;
}
