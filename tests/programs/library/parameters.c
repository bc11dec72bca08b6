/* A function that has no room for what the library's function takes. */
#include <pthread.h>

struct queue {
    long state;
};

void put(struct queue *queue)
{
    queue->state = 1;
}

static struct queue queue;

static void *producer(void *arg)
{
    put(&queue);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, producer, 0);
    pthread_join(thread, 0);
    return 0;
}
