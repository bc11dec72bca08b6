/* The program ends while two threads wait for a mutex. Nobody knows who would have got it first, so their order makes no
 * difference between executions. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
    pthread_mutex_lock(&m);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_mutex_lock(&m);
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    exit(0);
}
