// The zeros of `calloc` are stores like any other: under pso a pointer that is published without
// order may overtake them, and they reach memory that another thread has freed. Nobody looks at
// them. With `-DRELEASE` the pointer comes after them.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef RELEASE
#define ORDER memory_order_release
#else
#define ORDER memory_order_relaxed
#endif

static _Atomic(void *) block;

static void *allocate(void *unused)
{
    atomic_store_explicit(&block, calloc(1, 24), ORDER);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, allocate, NULL);
    free(atomic_load_explicit(&block, memory_order_acquire));
    return 0;
}
