/* A thread has read something that it can do nothing with when another one ends the program: each of the four combinations of
 * what it may have read is an execution. */
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x, y;

static void *reader(void *arg)
{
    atomic_load_explicit(&y, memory_order_relaxed);
    heddle_assume(atomic_load_explicit(&x, memory_order_relaxed) == 2);
    return arg;
}

static void *writer(void *arg)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    exit(0);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, reader, 0);
    pthread_create(&threads[1], 0, writer, 0);
    return 0;
}
