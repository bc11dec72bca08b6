/* pthread_self is the handle that the creator got, and differs between threads. */
#include <assert.h>
#include <pthread.h>

static pthread_t seen[2];

static void *note(void *arg)
{
    seen[(long)arg] = pthread_self();
    return 0;
}

int main(void)
{
    pthread_t t[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], 0, note, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(seen[0] == t[0] && seen[1] == t[1]);
    assert(seen[0] != seen[1] && seen[0] != pthread_self());
    return 0;
}
