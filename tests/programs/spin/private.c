/* Loops for ever over memory that nobody else sees: the thread is blocked. -DFORM=1, 2, …: in various ways. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int seen;

#if FORM == 1
static void toggle(int *p)
{
    for (;;)
        *p ^= 1;
}
#elif FORM == 2
static int turns;
static void toggle(int *p)
{
    for (;;) {
        for (int j = 0; j < 3; j++)
            turns = (turns + j) % 5;
        *p = turns;
    }
}
#elif FORM == 3
static void step(int *p)
{
    *p = (*p + 1) % 4;
}
static void toggle(int *p)
{
    for (int i = 0;; i++)
        while (i == 5)
            step(p);
}
#else
static void toggle(int *p)
{
    int i = *p;
    for (;;)
        i = (i + 1) % 4;
}
#endif

static void *child(void *arg)
{
    atomic_store(&seen, 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    int a[2] = {0, 0};
    pthread_create(&t, 0, child, 0);
    if (atomic_load(&seen))
        toggle(&a[1]);
    pthread_join(t, 0);
    return 0;
}
