/* Main frees what a thread reads. -DBUG frees before the join. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *reader(void *arg)
{
    int *p = arg;
    assert(*p == 9); /* violation */
    return 0;
}

int main(void)
{
    pthread_t t;
    int *p = malloc(sizeof *p);
    *p = 9;
    pthread_create(&t, 0, reader, p);
#ifdef BUG
    free(p);
    pthread_join(t, 0);
#else
    pthread_join(t, 0);
    free(p);
#endif
    return 0;
}
