/* A thread is joined or detached, and once. WAY: 1 detached and joined, 2 it detaches itself, and
 * main waits until it has ended, 3 it is created so, 4 detached twice, 5 joined and then detached,
 * 6 detached by one thread while another one joins it, 7 the same of a thread that a thread has
 * created. By default it is detached or joined. */
#include <pthread.h>

static pthread_t shared;

static void *thread(void *arg)
{
#if WAY == 2 && defined BUG
    pthread_detach(pthread_self());
#endif
    return arg;
}

static void *detaches(void *arg)
{
    (void)arg;
    pthread_detach(shared);
    return 0;
}

#if WAY == 7
static void *creates(void *arg)
{
    pthread_t inner;
    pthread_create(&inner, 0, thread, 0);
#ifdef BUG
    pthread_detach(inner);
#endif
    pthread_join(inner, 0); /* violation */
    return arg;
}
#endif

int main(void)
{
    pthread_attr_t attributes;
    pthread_t other;
    pthread_attr_init(&attributes);
#if WAY == 3
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
#endif
#if WAY == 7
    pthread_create(&shared, 0, creates, 0);
#else
    pthread_create(&shared, &attributes, thread, 0);
#endif
#if WAY == 1 || WAY == 4
    pthread_detach(shared);
#endif
#if WAY == 4 && defined BUG
    pthread_detach(shared);
#endif
#if WAY == 6
    pthread_create(&other, 0, detaches, 0);
#endif
#if (WAY != 1 && WAY != 3 && WAY != 4 && WAY != 6) || (defined BUG && WAY != 4)
    pthread_join(shared, 0);
#endif
#if WAY == 5 && defined BUG
    pthread_detach(shared);
#endif
#if WAY == 6
    pthread_join(other, 0);
#endif
    return 0;
}
