/* Static initialisers of other kinds of mutexes than the normal one, which only count if such a mutex is used. */
#define _GNU_SOURCE
#include <heddle.h>
#include <pthread.h>

static struct {
    int before;
    pthread_mutex_t normal, recursive, checking;
} all = {
    3,
    PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
    PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP,
};

int main(void)
{
    pthread_mutex_lock(&all.normal);
#if CASE == 1
    pthread_mutex_lock(&all.recursive);
    pthread_mutex_lock(&all.recursive);
#elif CASE == 2
    pthread_mutex_trylock(&all.checking);
#elif CASE == 3
    pthread_mutex_unlock(&all.checking); /* an error number, and nothing else */
#elif CASE == 4
    heddle_assume(0);
    pthread_mutex_lock(&all.recursive);
#endif
    pthread_mutex_unlock(&all.normal);
    return 0;
}
