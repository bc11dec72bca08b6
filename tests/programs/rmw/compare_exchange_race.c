/* Two compare-exchanges from the same value: exactly one wins. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int leader;
static int won[2];

static void *run(void *arg)
{
    long me = (long)arg;
    int nobody = 0;
    won[me] = atomic_compare_exchange_strong(&leader, &nobody, (int)me + 1);
    if (!won[me])
        assert(nobody == 2 - (int)me); /* what it found is the other one */
    return 0;
}

int main(void)
{
    pthread_t t[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], 0, run, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(won[0] + won[1] == 1);
    assert(atomic_load(&leader) == (won[0] ? 1 : 2));
    return 0;
}
