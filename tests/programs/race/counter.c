/* A counter that is not atomic: with a mutex, without (BUG), or atomic in one thread only (BUG=2). */
#include <pthread.h>
#include <stdatomic.h>

static int counter;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
#ifndef BUG
    pthread_mutex_lock(&m);
    counter++;
    pthread_mutex_unlock(&m);
#elif BUG == 2
    if (arg)
        __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
    else
        counter++; /* violation */
#else
    counter++; /* violation */
#endif
    return arg;
}

int main(void)
{
    pthread_t a, b;
    counter = 0; /* ordered by the creation of the threads */
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, &m);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return counter - 2; /* ordered by their ends */
}
