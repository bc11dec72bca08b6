/* A sum that does not fit, if the threads come in the wrong order; unsigned sums wrap around, and
 * that is no error. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

static int balance = INT_MAX - 5;
static unsigned turns = UINT_MAX;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *deposit(void *unused)
{
    pthread_mutex_lock(&mutex);
    turns++;
#ifdef BUG
    balance = balance + 10; /* violation */
#else
    balance = balance > INT_MAX - 10 ? INT_MAX : balance + 10;
#endif
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static void *withdraw(void *unused)
{
    pthread_mutex_lock(&mutex);
    turns++;
    balance -= 20;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, withdraw, NULL);
    pthread_create(&two, NULL, deposit, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(turns == 1);
    return 0;
}
