/* Two threads take turns by two semaphores. With BUG=1 the first one starts with nothing: both wait for ever; with BUG=2 the
 * semaphore starts with two. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t mine, yours;
static int value;

static void *other(void *unused)
{
    for (int i = 0; i < 2; i++) {
        sem_wait(&yours);
        assert(value == 1);
        value = 0;
        sem_post(&mine);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    int now;
    sem_init(&mine, 0, BUG == 1 ? 0 : BUG == 2 ? 2 : 1);
    sem_init(&yours, 0, 0);
    pthread_create(&thread, NULL, other, NULL);
    for (int i = 0; i < 2; i++) {
        sem_wait(&mine);
        assert(value == 0);
        value = 1;
        sem_post(&yours);
    }
    pthread_join(thread, NULL);
    sem_getvalue(&mine, &now);
    assert(now == 1 && sem_trywait(&mine) == 0 && sem_trywait(&mine) == -1);
    sem_destroy(&mine);
    return 0;
}
