/* Two reads of one location see its writes in their order. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *writer(void *arg)
{
    (void)arg;
    atomic_store(&x, 1);
    atomic_store(&x, 2);
    return 0;
}

static void *reader(void *arg)
{
    (void)arg;
    int first = atomic_load(&x);
    int second = atomic_load(&x);
    assert(first <= second);
    return 0;
}

int main(void)
{
    pthread_t w, r;
    pthread_create(&w, 0, writer, 0);
    pthread_create(&r, 0, reader, 0);
    pthread_join(w, 0);
    pthread_join(r, 0);
    return 0;
}
