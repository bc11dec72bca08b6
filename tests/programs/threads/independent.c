/* Eight threads that do not meet: one execution, however many interleavings. */
#include <assert.h>
#include <pthread.h>

#define N 8
static int cell[N];

static void *fill(void *arg)
{
    long me = (long)arg;
    for (int k = 0; k < 5; k++)
        cell[me] += (int)me;
    return 0;
}

int main(void)
{
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], 0, fill, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    for (int i = 0; i < N; i++)
        assert(cell[i] == 5 * i);
    return 0;
}
