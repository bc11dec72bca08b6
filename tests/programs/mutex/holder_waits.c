/* A thread keeps a mutex and waits for a flag, which another thread sets in its own critical
 * section: if the first comes first, both wait for ever, which is a deadlock. The other order is
 * explored although the mutex never becomes free. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int flag;

void *setter(void *unused)
{
    pthread_mutex_lock(&m);
    atomic_store(&flag, 1);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, setter, 0);
    pthread_mutex_lock(&m);
    while (!atomic_load(&flag))
        ;
    pthread_mutex_unlock(&m);
    pthread_join(thread, 0);
#ifdef BUG
    assert(0);
#endif
    return 0;
}
