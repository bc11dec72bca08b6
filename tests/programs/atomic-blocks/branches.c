/* A block with branches, a loop and a call: a hand-made compare-and-swap on two variables at once. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int x, y, wins[2];

static int is(int *p, int v) { return *p == v; }

static int double_cas(int old, int new)
{
    int done = 0;
    __VERIFIER_atomic_begin();
    if (is(&x, old) && is(&y, old)) {
        int *cell[] = { &x, &y };
        for (int i = 0; i < 2; i++)
            *cell[i] = new;
        done = 1;
    }
    __VERIFIER_atomic_end();
    return done;
}

static void *work(void *arg)
{
    wins[(long)arg] = double_cas(0, (int)(long)arg + 1);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, work, (void *)0);
    pthread_create(&b, 0, work, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(wins[0] + wins[1] == 1 && x == y);
    return 0;
}
