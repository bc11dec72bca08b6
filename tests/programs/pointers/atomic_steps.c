/* Atomic arithmetic on a pointer hands out the elements of an array. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int items[3] = { 5, 6, 7 };
static _Atomic(int *) next = items;
static int taken[2];

static void *take(void *arg)
{
    int *mine = atomic_fetch_add(&next, 1);
    taken[(long)arg] = *mine;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, take, (void *)0);
    pthread_create(&b, 0, take, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(taken[0] + taken[1] == 11);
    assert(atomic_load(&next) - items == 2);
    return 0;
}
