/* A producer and a consumer with a queue. What was written before something is put into the queue is there for the one who takes
 * it. BUG=1 expects the elements of one producer in the wrong order, BUG=2 takes one too many and waits for ever. */
#include <assert.h>
#include <pthread.h>

struct queue {
    long state;
};

void enqueue(struct queue *queue, int value);
int dequeue(struct queue *queue);
int try_dequeue(struct queue *queue);

static struct queue queue;
static int data[3];

static void *producer(void *arg)
{
    int first = (int)(long)arg;
    data[first] = 1;
    enqueue(&queue, first);
    data[first + 1] = 1;
    enqueue(&queue, first + 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, producer, (void *)1L);
    int one = dequeue(&queue);
    assert(data[one] == 1);
    int other = dequeue(&queue);
#if BUG == 1
    assert(one == 2); /* violation */
#endif
#if BUG == 2
    dequeue(&queue);
#endif
    assert(one == 1 && other == 2 && data[other] == 1);
    assert(try_dequeue(&queue) == 0);
    pthread_join(thread, 0);
    return 0;
}
