/* Two threads join each other. The default joins one way only. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_t main_thread;

static void *child(void *arg)
{
    (void)arg;
#ifdef BUG
    pthread_join(main_thread, 0);
#endif
    return 0;
}

int main(void)
{
    pthread_t t;
    main_thread = pthread_self();
    pthread_create(&t, 0, child, 0);
    pthread_join(t, 0);
    return 0;
}
