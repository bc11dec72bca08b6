/* A thread that leaves by pthread_exit from inside of a function ends its variables, too; main that leaves so
 * ends its own. */
#include <pthread.h>
#include <stddef.h>

static _Thread_local int mine = 3;

static void leave(void)
{
    pthread_exit(&mine);
}

static void *work(void *unused)
{
    leave();
    return unused;
}

static void *look(void *found)
{
#ifdef BUG
    return (void *)(long)*(int *)found; /* violation */
#else
    return found;
#endif
}

int main(void)
{
    pthread_t thread;
    void *found;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, &found);
    pthread_create(&thread, NULL, look, found);
    pthread_exit(NULL);
}
