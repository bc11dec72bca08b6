/* A thread joined twice, something joined that is no thread, and a handle that was never set. */
#include <pthread.h>

static void *nothing(void *arg) { return arg; }

int main(void)
{
    pthread_t t;
#if BUG != 3
    pthread_create(&t, 0, nothing, 0);
#endif
    pthread_join(t, 0); /* violation unset */
#if BUG == 1
    pthread_join(t, 0); /* violation twice */
#elif BUG == 2
    pthread_join((pthread_t)12345, 0); /* violation garbage */
#endif
    return 0;
}
