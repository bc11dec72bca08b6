/* A store that passes the caches by is overtaken by later stores on x86, which neither tso nor pso has. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef VOLATILE
#define VOLATILE
#endif

static VOLATILE int data;
static atomic_int flag;

static void *writer(void *argument)
{
#ifdef PLAIN
    data = 1;
#else
    __builtin_nontemporal_store(1, &data);
#endif
    atomic_store_explicit(&flag, 1, memory_order_release);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    if (atomic_load_explicit(&flag, memory_order_acquire) && data != 1)
        __builtin_trap();
    pthread_join(thread, 0);
    return 0;
}
