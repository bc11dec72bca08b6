/* Two threads take two mutexes in opposite orders. The default takes them in one order, -DTRY gives up
 * when the second is taken, -DGATE puts a third mutex around them: none of these deadlocks. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *first, pthread_mutex_t *second)
{
#ifdef GATE
    pthread_mutex_lock(&gate);
#endif
    pthread_mutex_lock(first);
#ifdef TRY
    if (pthread_mutex_trylock(second) == 0)
        pthread_mutex_unlock(second);
#else
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
#endif
    pthread_mutex_unlock(first);
#ifdef GATE
    pthread_mutex_unlock(&gate);
#endif
}

static void *one(void *arg)
{
    (void)arg;
    both(&a, &b);
    return 0;
}

static void *two(void *arg)
{
    (void)arg;
#if defined(BUG) || defined(TRY) || defined(GATE)
    both(&b, &a);
#else
    both(&a, &b);
#endif
    return 0;
}

int main(void)
{
    pthread_t t, u;
    (void)gate;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, two, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
