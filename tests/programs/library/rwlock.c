/* Readers and a writer. BUG=1 writes with a lock for reading, BUG=2 unlocks what it has not locked. */
#include <assert.h>
#include <pthread.h>

struct rwlock {
    long state;
};

void read_lock(struct rwlock *lock);
void read_unlock(struct rwlock *lock);
void write_lock(struct rwlock *lock);
void write_unlock(struct rwlock *lock);

static struct rwlock lock;
static int first, second;

static void *reader(void *arg)
{
    read_lock(&lock);
    assert(first == second);
    read_unlock(&lock);
    return arg;
}

static void *writer(void *arg)
{
#if BUG == 1
    read_lock(&lock);
#elif BUG != 2
    write_lock(&lock);
#endif
    first++; /* violation */
    second++;
#if BUG == 1
    read_unlock(&lock);
#else
    write_unlock(&lock);
#endif
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], 0, reader, 0);
    pthread_create(&threads[1], 0, reader, 0);
    pthread_create(&threads[2], 0, writer, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return 0;
}
