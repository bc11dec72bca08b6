/* A thread shows its variable to main, and waits until main has looked. With BUG it does not wait: its variable
 * may be gone. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Thread_local atomic_int mine = 3;
static _Atomic(atomic_int *) shown;
static atomic_int looked;

static void *show(void *unused)
{
    atomic_store(&shown, &mine);
#ifndef BUG
    while (!atomic_load(&looked))
        ;
#endif
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, show, NULL);
    atomic_int *found;
    while (!(found = atomic_load(&shown)))
        ;
    assert(found != &mine);
    assert(atomic_load(found) == 3); /* violation */
    atomic_store(found, 4);
    atomic_store(&looked, 1);
    pthread_join(thread, NULL);
    return 0;
}
