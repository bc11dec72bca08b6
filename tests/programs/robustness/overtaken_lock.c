/* A lock that read "held" although the mutex has been unlocked since goes on in another execution:
 * that it waits is no reason to say that an execution is not sequentially consistent. (Two threads
 * can wait for each other.) */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;

static void *writes(void *unused)
{
    atomic_store_explicit(&y, 0, memory_order_relaxed);
    atomic_store_explicit(&x, 0, memory_order_relaxed);
    return 0;
}

static void *tries(void *unused)
{
    pthread_mutex_lock(&outer);
    pthread_mutex_lock(&inner);
    atomic_store_explicit(&y, 0, memory_order_relaxed);
    pthread_mutex_unlock(&inner);
    if (pthread_mutex_trylock(&inner) == 0) {
        atomic_store_explicit(&y, 1, memory_order_relaxed);
        atomic_load(&x);
        pthread_mutex_unlock(&inner);
    }
    pthread_mutex_unlock(&outer);
    return 0;
}

static void *waits(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    pthread_mutex_lock(&inner);
    pthread_mutex_lock(&outer);
    for (;;) {
        pthread_mutex_lock(&outer);
        int seen = atomic_load_explicit(&x, memory_order_relaxed);
        pthread_mutex_unlock(&outer);
        if (seen == 1)
            break;
    }
    pthread_mutex_unlock(&outer);
    pthread_mutex_unlock(&inner);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writes, 0);
    pthread_create(&thread, 0, tries, 0);
    pthread_create(&thread, 0, waits, 0);
    return 0;
}
