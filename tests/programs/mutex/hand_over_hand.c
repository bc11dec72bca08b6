/* Two threads walk a list of three nodes, locking the next before they let go of the last: no one
 * overtakes, so there is one execution for each order at the first node. */
#include <assert.h>
#include <pthread.h>

static struct node { pthread_mutex_t lock; int visits; } list[3] = {
    { PTHREAD_MUTEX_INITIALIZER, 0 },
    { PTHREAD_MUTEX_INITIALIZER, 0 },
    { PTHREAD_MUTEX_INITIALIZER, 0 },
};

static void *walk(void *arg)
{
    (void)arg;
    int ahead;
    pthread_mutex_lock(&list[0].lock);
    ahead = list[0].visits++;
    for (int i = 1; i < 3; i++) {
        pthread_mutex_lock(&list[i].lock);
        assert(list[i].visits == ahead);
        list[i].visits++;
        pthread_mutex_unlock(&list[i - 1].lock);
    }
    pthread_mutex_unlock(&list[2].lock);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, walk, 0);
    pthread_create(&b, 0, walk, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
