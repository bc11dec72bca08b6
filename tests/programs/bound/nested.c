/* The bound is one for each time that a loop is entered, not one for all of them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void three_times(void)
{
    for (int i = 0; i < 3; i++)
        atomic_fetch_add(&x, 1);
}

static void *add(void *unused)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            atomic_fetch_add(&x, 1);
    three_times();
    three_times();
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, add, 0);
    pthread_join(thread, 0);
    assert(atomic_load(&x) == 15);
    return 0;
}
