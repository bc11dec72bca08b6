/* A lock that is an atomic variable is taken before the thread starts, which waits for it in a
 * loop of updates: each writes the value that it has read. main gives the lock back; BUG: nobody
 * does. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int word = 1;
static _Atomic unsigned char byte = 1;
static _Atomic(void *) pointer = &word;
static atomic_flag flag = ATOMIC_FLAG_INIT;

static void *waiter(void *arg)
{
#if OP == 1
    while (atomic_exchange_explicit(&word, 1, memory_order_acquire)) /* violation */
        ;
#elif OP == 2
    while (atomic_flag_test_and_set(&flag))
        sched_yield();
#elif OP == 3
    while (atomic_fetch_or(&word, 1) & 1)
        ;
#elif OP == 4
    while (atomic_fetch_and(&word, 3))
        ;
#elif OP == 5
    while (atomic_fetch_add(&word, 0))
        ;
#elif OP == 6
    for (int seen = 1; atomic_compare_exchange_strong(&word, &seen, seen) && seen; seen = 1)
        ;
#elif OP == 7
    while (atomic_exchange(&byte, 1))
        ;
#elif OP == 8
    while (atomic_exchange(&pointer, &word))
        ;
#elif OP == 9
    /* What the loop reads is written by the update of the turn before. */
    while (atomic_load(&word) && atomic_exchange(&word, 1))
        ;
#endif
    return arg;
}

int main(void)
{
    pthread_t thread;
    atomic_flag_test_and_set(&flag);
    pthread_create(&thread, 0, waiter, 0);
#ifndef BUG
    atomic_store(&pointer, 0);
    atomic_store_explicit(&byte, 0, memory_order_release);
    atomic_store_explicit(&word, 0, memory_order_release);
    atomic_flag_clear(&flag);
#endif
    pthread_join(thread, 0);
    return 0;
}
