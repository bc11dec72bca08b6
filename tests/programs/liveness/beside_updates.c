/* Several threads wait, and one of them repeats what is there: its updates come after what the
 * others have read, and are nothing that they could go on with. SECOND says what the other thread
 * waits with: 1 the same updates, 2 a load of what the updates write, 3 a load of something else,
 * 4 updates and loads crosswise, so that each reads what the other one repeats, 5 the same
 * updates, where the lock is given back once and taken by one of the two, 6 trying a mutex that is
 * held. FREE: the lock is given back by who has had it. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock = 1, other = 1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void take(void)
{
    while (atomic_exchange_explicit(&lock, 1, memory_order_acquire))
        ;
#ifdef FREE
    atomic_store_explicit(&lock, 0, memory_order_release);
#endif
}

static void *one(void *arg)
{
#if SECOND == 4
    while (atomic_load(&other) && atomic_exchange(&lock, 1))
        ;
#else
    take();
#endif
    return arg;
}

static void *two(void *arg)
{
#if SECOND == 1 || SECOND == 5
    take();
#elif SECOND == 2
    while (atomic_load(&lock))
        ;
#elif SECOND == 3
    while (atomic_load(&other))
        ;
#elif SECOND == 4
    while (atomic_load(&lock) && atomic_exchange(&other, 1))
        ;
#elif SECOND == 6
    while (pthread_mutex_trylock(&mutex))
        ;
#endif
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_mutex_lock(&mutex);
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
#if SECOND == 5 || defined FREE
    atomic_store_explicit(&lock, 0, memory_order_release);
#endif
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
