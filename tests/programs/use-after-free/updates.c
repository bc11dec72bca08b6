/* An update of memory that was freed before reads it, too, and then writes it: both are one
 * access, and the first thing that goes wrong. WAY: 1 fetch_add, 2 exchange, 3 compare-exchange, 4
 * lock of a mutex, 5 an update of a word whose halves others have stored, 6 a plain store to such
 * a word. By default main does it before it frees the memory. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *object;

static void use(void)
{
    int zero = 0;
    (void)zero;
#if WAY == 1
    atomic_fetch_add_explicit((atomic_int *)object, 1, memory_order_relaxed); /* violation */
#elif WAY == 2
    atomic_exchange((atomic_int *)object, 1);
#elif WAY == 3
    atomic_compare_exchange_strong((atomic_int *)object, &zero, 1);
#elif WAY == 4
    pthread_mutex_lock(object);
    pthread_mutex_unlock(object);
#elif WAY == 5
    atomic_fetch_or((atomic_int *)object, 1);
#elif WAY == 6
    *(int *)object = 1;
#endif
}

static void *thread(void *arg)
{
#if WAY == 4
    use();
#elif WAY >= 5
    *(short *)object = 0;
    *((short *)object + 1) = 0;
#else
    atomic_load((atomic_int *)object);
#endif
    return arg;
}

int main(void)
{
    pthread_t other;
#if WAY == 4
    object = malloc(sizeof(pthread_mutex_t));
    pthread_mutex_init(object, 0);
#else
    object = calloc(1, sizeof(int));
#endif
    pthread_create(&other, 0, thread, 0);
    pthread_join(other, 0);
#ifndef BUG
    use();
#endif
    free(object);
#ifdef BUG
    use();
#endif
    return 0;
}
