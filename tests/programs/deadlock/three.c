/* Three philosophers; the last one is left-handed unless -DBUG. */
#include <pthread.h>

static pthread_mutex_t fork_[3] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER
};

static void *eat(void *arg)
{
    long left = (long)arg, right = (left + 1) % 3;
#ifndef BUG
    if (right < left) {
        long swap = left;
        left = right;
        right = swap;
    }
#endif
    pthread_mutex_lock(&fork_[left]);
    pthread_mutex_lock(&fork_[right]);
    pthread_mutex_unlock(&fork_[right]);
    pthread_mutex_unlock(&fork_[left]);
    return 0;
}

int main(void)
{
    pthread_t t[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], 0, eat, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
