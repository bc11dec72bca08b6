/* What no net is made of, by flags: a counter that all threads increase, a thread that asks who it
 * is, one with a variable that others could point to, main at work after it has waited, and a
 * thread with an argument of main's. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_long number;
static _Atomic(long *) pointer;

static void *worker(void *argument)
{
#ifdef COUNTER
    atomic_fetch_add(&number, 1);
#elif defined(SELF)
    atomic_store(&number, pthread_equal(pthread_self(), pthread_self()));
#elif defined(LOCAL)
    long own = 0;
    atomic_store(&pointer, &own);
#elif defined(ARGUMENT)
    atomic_store(&number, *(int *)argument);
#else
    atomic_store(&number, 1);
#endif
    return 0;
}

int main(void)
{
    pthread_t thread;
    int argument = 1;
#ifdef ARGUMENT
    pthread_create(&thread, 0, worker, &argument);
#else
    pthread_create(&thread, 0, worker, (void *)(long)argument);
#endif
    pthread_join(thread, 0);
#ifdef AFTER
    assert(atomic_load(&number) == 1);
#endif
    return 0;
}
