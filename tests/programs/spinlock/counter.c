/* Two threads count under a spin lock, one of which tries. With BUG it goes on although it was not taken. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t lock;
static int count;

static void *work(void *unused)
{
    pthread_spin_lock(&lock);
    count++;
    pthread_spin_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&thread, NULL, work, NULL);
    int result = pthread_spin_trylock(&lock);
    assert(result == 0 || result == EBUSY);
#ifdef BUG
    count++; /* violation */
    if (!result)
        pthread_spin_unlock(&lock);
#else
    if (!result) {
        count++;
        pthread_spin_unlock(&lock);
    }
#endif
    pthread_join(thread, NULL);
    assert(count == 1 + !result);
    pthread_spin_destroy(&lock);
    return 0;
}
