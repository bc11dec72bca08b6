/* A mutex of another kind by its static initialiser: locking it twice is no deadlock. */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

int main(void)
{
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
