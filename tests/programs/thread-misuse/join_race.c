/* Two threads join the same one. */
#include <pthread.h>

static pthread_t worker;

static void *nothing(void *arg) { return arg; }

static void *wait(void *arg)
{
    pthread_join(worker, 0); /* violation */
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&worker, 0, nothing, 0);
    pthread_create(&a, 0, wait, 0);
#ifdef BUG
    pthread_create(&b, 0, wait, 0);
#else
    pthread_create(&b, 0, nothing, 0);
#endif
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
