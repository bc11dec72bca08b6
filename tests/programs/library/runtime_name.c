/* With `--library mutex:lock=memset`, a function of the C library is one of the library's, and the other functions of the runtime are
 * still themselves. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct mutex {
    long state;
};

void unlock(struct mutex *mutex);

static struct mutex mutex;
static int counter;

static void *worker(void *arg)
{
    memset(&mutex, 0, sizeof mutex);
    counter++;
    unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    int *copy = calloc(1, sizeof *copy);
    pthread_create(&threads[0], 0, worker, 0);
    pthread_create(&threads[1], 0, worker, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    memcpy(copy, &counter, sizeof counter);
    assert(*copy == 2);
    free(copy);
    return 0;
}
