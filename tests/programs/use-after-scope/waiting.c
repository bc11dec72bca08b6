/* A loop that waits may have a variable whose address is given away in each iteration: nothing is
 * left of it. -DBUG: nobody ends the loop. -DKEPT: the address of each is kept, so the iterations
 * differ, and the loop is cut at a bound. */
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int flag;

static void *waiter(void *unused)
{
    static struct timespec *kept;
    while (!atomic_load(&flag)) {
        struct timespec pause = {0, 1000};
        nanosleep(&pause, NULL);
#ifdef KEPT
        kept = &pause;
#endif
    }
    (void)kept;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
#ifndef BUG
    atomic_store(&flag, 1);
#endif
    pthread_join(t, NULL);
    return 0;
}
