/* A library of one's own: an event that is set once. BUG sets it twice. */
#include <assert.h>
#include <pthread.h>

struct event {
    long state;
};

void set(struct event *event, int value);
int await(struct event *event);
int peek(struct event *event);

static struct event event;
static int data;

static void *waiter(void *arg)
{
    int before = peek(&event);
    assert(before == 0 || before == 7);
    assert(await(&event) == 7);
    assert(data == 1);
    return arg;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, waiter, 0);
    pthread_create(&threads[1], 0, waiter, 0);
    data = 1;
    set(&event, 7);
#ifdef BUG
    set(&event, 8); /* violation */
#endif
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
