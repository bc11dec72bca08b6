/* Two threads write to the variable of main. */
#include <pthread.h>
#include <stddef.h>

static _Thread_local int mine;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *write(void *found)
{
#ifdef BUG
    *(int *)found = 1; /* violation */
#else
    pthread_mutex_lock(&mutex);
    *(int *)found = 1;
    pthread_mutex_unlock(&mutex);
#endif
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, write, &mine);
    pthread_create(&b, NULL, write, &mine);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return mine != 1;
}
