/* A mutex in heap memory must be initialised before it is locked. */
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
    pthread_mutex_t *m = malloc(sizeof *m);
#ifndef BUG
    pthread_mutex_init(m, 0);
#endif
    pthread_mutex_lock(m); /* violation */
    pthread_mutex_unlock(m);
    free(m);
    return 0;
}
