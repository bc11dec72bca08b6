/* The variable of a thread ends with the thread. */
#include <pthread.h>
#include <stddef.h>

static _Thread_local int mine = 3;

static void *show(void *unused)
{
    (void)unused;
    return &mine;
}

int main(void)
{
    pthread_t thread;
    void *found;
    pthread_create(&thread, NULL, show, NULL);
    pthread_join(thread, &found);
#ifdef BUG
    return *(int *)found; /* violation */
#else
    return found == NULL;
#endif
}
