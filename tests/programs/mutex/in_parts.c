/* A mutex whose memory is also written in parts, as initialisers of C++ do: its kind by itself, and
 * together with what is beside it.
 *
 * WORD: that is where its state is.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex;
static int count;

static void *add(void *unused)
{
    pthread_mutex_lock(&mutex);
    count++;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t one, two;
#ifdef WORD
    ((int *)&mutex)[0] = 0;
#endif
    ((int *)&mutex)[4] = 0;
    ((long *)&mutex)[2] = 0;
    pthread_create(&one, NULL, add, NULL);
    pthread_create(&two, NULL, add, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(count == 2);
    return 0;
}
