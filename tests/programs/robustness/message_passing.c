/* Two stores that only PSO lets overtake each other. Nothing is asserted: it is the execution that is not sequentially consistent. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int data, flag;

static void *writer(void *arg)
{
    (void)arg;
    atomic_store_explicit(&data, 1, memory_order_relaxed);
#ifdef RELEASE
    atomic_store_explicit(&flag, 1, memory_order_release);
#else
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
#endif
    return 0;
}

static void *reader(void *arg)
{
    (void)arg;
    atomic_load_explicit(&flag, memory_order_relaxed);
    atomic_load_explicit(&data, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
