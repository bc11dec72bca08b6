/* Seven stores in any order to a variable that nobody reads, so that `auto` takes the engine that does not order them; beside
 * them a loop that waits for ever, if there is one. */
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, other, unread;

static void *writer(void *arg)
{
    atomic_store_explicit(&unread, (long)arg, memory_order_relaxed);
    return 0;
}

static void *setter(void *arg)
{
    atomic_store_explicit(&other, 1, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, memory_order_release);
    return arg;
}

static void *waiter(void *arg)
{
    while (!atomic_load_explicit(&flag, memory_order_relaxed)
           || atomic_load_explicit(&other, memory_order_relaxed)) /* violation */
        ;
    return arg;
}

int main(void)
{
    pthread_t s, w, writers[7];
    int waits = heddle_choose(0, 1);
    for (long i = 0; i < 7; i++)
        pthread_create(&writers[i], 0, writer, (void *)(i + 1));
    pthread_create(&s, 0, setter, 0);
    if (waits)
        pthread_create(&w, 0, waiter, 0);
    if (waits)
        pthread_join(w, 0);
    pthread_join(s, 0);
    for (int i = 0; i < 7; i++)
        pthread_join(writers[i], 0);
    return 0;
}
