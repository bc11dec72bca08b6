/* Mutexes of other kinds than the normal one that are initialised at run time. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct account {
    long balance;
    pthread_mutex_t lock;
};

static pthread_mutex_t global;

static void *child(void *arg)
{
    pthread_mutex_t *m = arg;
    pthread_mutex_lock(m);
    /* A normal mutex is not given to its holder again. */
    assert(pthread_mutex_trylock(m) != 0);
    pthread_mutex_unlock(m);
    return 0;
}

int main(void)
{
    pthread_t t;
#if CASE == 1
    pthread_mutex_t local = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    pthread_mutex_t *m = &local;
    child(m);
#elif CASE == 2
    pthread_mutex_t local = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    pthread_mutex_t *m = &local;
#elif CASE == 3
    struct account *account = malloc(sizeof *account);
    *account = (struct account){3, PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP};
    pthread_mutex_t *m = &account->lock;
#elif CASE == 4
    global = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    pthread_mutex_t *m = &global;
    child(m);
#else
    /* What was there before the initialisation does not matter. */
    struct account *account = malloc(sizeof *account);
    memset(account, 1, sizeof *account);
    pthread_mutex_t *m = &account->lock;
    pthread_mutex_init(m, 0);
#endif
    pthread_create(&t, 0, child, m);
    pthread_join(t, 0);
    return 0;
}
