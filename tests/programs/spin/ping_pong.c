/* Two threads take turns; each waits for the other one: a single execution. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;
static int ball;

static void *play(void *arg)
{
    int me = (int)(long)arg;
    for (int k = 0; k < 3; k++) {
        while (atomic_load(&turn) != me)
            ;
        assert(ball % 2 == me);
        ball++;
        atomic_store(&turn, 1 - me);
    }
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, play, (void *)0);
    pthread_create(&b, 0, play, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(ball == 6);
    return 0;
}
