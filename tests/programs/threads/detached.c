/* Who is detached must not be joined, nor detached again; nor who was joined. */
#include <pthread.h>
#include <stddef.h>

static void *work(void *itself)
{
    if (itself)
        pthread_detach(pthread_self());
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
#if WHICH == 1
    pthread_create(&thread, NULL, work, NULL);
    pthread_detach(thread);
    pthread_join(thread, NULL);
#elif WHICH == 2
    pthread_create(&thread, NULL, work, &thread);
    pthread_join(thread, NULL);
#elif WHICH == 3
    pthread_create(&thread, &attributes, work, NULL);
    pthread_join(thread, NULL);
#elif WHICH == 4
    pthread_create(&thread, NULL, work, NULL);
    pthread_detach(thread);
    pthread_detach(thread);
#elif WHICH == 5
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    pthread_detach(thread);
#elif WHICH == 6
    pthread_detach((pthread_t)12345);
#else
    pthread_create(&thread, NULL, work, &thread);
    pthread_create(&thread, &attributes, work, NULL);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
#endif
    return 0;
}
