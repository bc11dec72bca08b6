/* N threads raise a plain counter under a mutex; N! orders. -DBUG forgets the mutex in one of them. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 2
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *raise(void *arg)
{
    if (arg)
        pthread_mutex_lock(&m);
    counter++;
    if (arg)
        pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, raise, &m);
#ifdef BUG
    raise(0);
    counter--;
#endif
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(counter == N); /* violation */
    return 0;
}
