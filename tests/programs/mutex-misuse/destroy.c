/* A mutex destroyed while it is held, and one used after it was destroyed; init makes it new again. */
#include <pthread.h>

int main(void)
{
    pthread_mutex_t m;
    pthread_mutex_init(&m, 0);
    pthread_mutex_lock(&m);
#if BUG == 1
    pthread_mutex_destroy(&m); /* violation held */
#endif
    pthread_mutex_unlock(&m);
    pthread_mutex_destroy(&m);
#if BUG == 2
    pthread_mutex_lock(&m); /* violation lock */
#elif BUG == 3
    pthread_mutex_trylock(&m); /* violation try */
#elif BUG == 4
    pthread_mutex_destroy(&m); /* violation again */
#else
    pthread_mutex_init(&m, 0);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
#endif
    return 0;
}
