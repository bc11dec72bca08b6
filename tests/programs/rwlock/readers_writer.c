/* Two readers and a writer. With BUG=1 the writer locks for reading only; with BUG=2 a reader does not unlock. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

static void *read(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    assert(x == y);
#if BUG != 2
    pthread_rwlock_unlock(&lock);
#endif
    return unused;
}

static void *write(void *unused)
{
#if BUG == 1
    pthread_rwlock_rdlock(&lock);
#else
    pthread_rwlock_wrlock(&lock);
#endif
    x++;
    y++;
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, read, NULL);
    pthread_create(&b, NULL, write, NULL);
#ifdef THREE
    pthread_create(&c, NULL, read, NULL);
    pthread_join(c, NULL);
#endif
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 1);
    pthread_rwlock_destroy(&lock);
    return 0;
}
