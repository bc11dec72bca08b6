/* A semaphore protects a counter. With BUG it lets both threads in, and an addition may be lost. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#ifdef BUG
#define ROOM 2
#else
#define ROOM 1
#endif

static sem_t room;
static atomic_int count;

static void *add(void *unused)
{
    sem_wait(&room);
    int before = atomic_load_explicit(&count, memory_order_relaxed);
    atomic_store_explicit(&count, before + 1, memory_order_relaxed);
    sem_post(&room);
    return NULL;
}

int main(void)
{
    pthread_t other;
    sem_init(&room, 0, ROOM);
    pthread_create(&other, NULL, add, NULL);
    add(NULL);
    pthread_join(other, NULL);
    assert(atomic_load(&count) == 2); /* violation */
    return 0;
}
