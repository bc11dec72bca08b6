/* What the examples of these pages leave out: short names for C11's atomics, and a `main` that runs
 * `thread_1`, `thread_2`, … at once and then calls `finally`. To run an example, save it and say
 *
 *     heddle check example.c --model tso -- -include docs/models/litmus.h
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define relaxed memory_order_relaxed
#define acquire memory_order_acquire
#define release memory_order_release
#define acq_rel memory_order_acq_rel
#define seq_cst memory_order_seq_cst

#define load(place, order) atomic_load_explicit(place, order)
#define store(place, value, order) atomic_store_explicit(place, value, order)
#define exchange(place, value, order) atomic_exchange_explicit(place, value, order)
#define fetch_add(place, value, order) atomic_fetch_add_explicit(place, value, order)
/* Whether it wrote: needs an `int` with the expected value, and has an order for success and one for failure. */
#define compare_exchange(place, expected, value, success, failure) \
    atomic_compare_exchange_strong_explicit(place, expected, value, success, failure)
#define fence(order) atomic_thread_fence(order)

void thread_1(void);
void thread_2(void);
__attribute__((weak)) void thread_3(void);
__attribute__((weak)) void thread_4(void);
__attribute__((weak)) void finally(void);

static void *run(void *body)
{
    ((void (*)(void))body)();
    return 0;
}

int main(void)
{
    void (*bodies[])(void) = {thread_1, thread_2, thread_3, thread_4};
    pthread_t threads[4];
    for (int i = 0; i < 4 && bodies[i]; i++)
        pthread_create(&threads[i], 0, run, (void *)bodies[i]);
    for (int i = 0; i < 4 && bodies[i]; i++)
        pthread_join(threads[i], 0);
    if (finally)
        finally();
    return 0;
}
