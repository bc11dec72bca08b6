/* N threads increment atomically: N! orders. -DBUG increments in two steps and loses one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

static atomic_int x;

static void *inc(void *arg)
{
    (void)arg;
#ifdef BUG
    atomic_store(&x, atomic_load(&x) + 1);
#else
    atomic_fetch_add(&x, 1);
#endif
    return 0;
}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, inc, 0);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(atomic_load(&x) == N); /* violation */
    return 0;
}
