/* Static initialisers of recursive mutexes and of those that check for errors. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
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
static int x;

static void *child(void *unused)
{
    pthread_mutex_lock(&all.recursive);
    pthread_mutex_lock(&all.recursive);
    x++;
    pthread_mutex_unlock(&all.recursive);
#ifdef BUG
    pthread_mutex_unlock(&all.recursive);
#endif
    x++;
#ifndef BUG
    pthread_mutex_unlock(&all.recursive);
#endif
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, child, 0);
    pthread_mutex_lock(&all.recursive);
    int seen = x;
    assert(seen == 0 || seen == 2); /* violation */
    pthread_mutex_unlock(&all.recursive);
    pthread_join(t, 0);
    assert(pthread_mutex_unlock(&all.checking) == EPERM);
    pthread_mutex_lock(&all.checking);
    assert(pthread_mutex_lock(&all.checking) == EDEADLK);
    pthread_mutex_unlock(&all.checking);
#ifdef SELF
    pthread_mutex_lock(&all.normal);
    pthread_mutex_lock(&all.normal); /* waits for itself */
#endif
    return 0;
}
