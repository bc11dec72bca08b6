/* A bounded buffer with a mutex and two condition variables, as in every text book.
 *
 * BUG=1: a consumer that is woken does not look again whether there is something (`if` for
 *        `while`): another one was faster.
 * BUG=2: producers and consumers wait for one condition variable, and one of them is signalled:
 *        the signal wakes somebody who cannot use it.
 * BUG=3: the signal is sent only if the buffer was empty: the second of two consumers sleeps on.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

#define CAPACITY (BUG == 3 ? 2 : 1)
#define ITEMS 2

struct buffer {
    int *slots;
    int capacity;
    int count, head;
    pthread_mutex_t mutex;
    pthread_cond_t not_empty, not_full;
};

#if BUG == 2
#define NOT_FULL(buffer) (&(buffer)->not_empty)
#else
#define NOT_FULL(buffer) (&(buffer)->not_full)
#endif

static struct buffer *buffer_new(int capacity)
{
    struct buffer *buffer = malloc(sizeof *buffer);
    buffer->slots = calloc(capacity, sizeof *buffer->slots);
    buffer->capacity = capacity;
    buffer->count = buffer->head = 0;
    pthread_mutex_init(&buffer->mutex, NULL);
    pthread_cond_init(&buffer->not_empty, NULL);
    pthread_cond_init(&buffer->not_full, NULL);
    return buffer;
}

static void buffer_free(struct buffer *buffer)
{
    pthread_cond_destroy(&buffer->not_full);
    pthread_cond_destroy(&buffer->not_empty);
    pthread_mutex_destroy(&buffer->mutex);
    free(buffer->slots);
    free(buffer);
}

static void put(struct buffer *buffer, int item)
{
    pthread_mutex_lock(&buffer->mutex);
    while (buffer->count == buffer->capacity)
        pthread_cond_wait(NOT_FULL(buffer), &buffer->mutex);
    buffer->slots[(buffer->head + buffer->count) % buffer->capacity] = item;
    buffer->count++;
#if BUG == 3
    if (buffer->count == 1)
        pthread_cond_signal(&buffer->not_empty);
#else
    pthread_cond_signal(&buffer->not_empty);
#endif
    pthread_mutex_unlock(&buffer->mutex);
}

static int get(struct buffer *buffer)
{
    pthread_mutex_lock(&buffer->mutex);
#if BUG == 1
    if (buffer->count == 0)
        pthread_cond_wait(&buffer->not_empty, &buffer->mutex);
#else
    while (buffer->count == 0)
        pthread_cond_wait(&buffer->not_empty, &buffer->mutex);
#endif
    assert(buffer->count > 0);
    int item = buffer->slots[buffer->head];
    buffer->head = (buffer->head + 1) % buffer->capacity;
    buffer->count--;
    pthread_cond_signal(NOT_FULL(buffer));
    pthread_mutex_unlock(&buffer->mutex);
    return item;
}

static struct buffer *buffer;
static atomic_int sum;

static void *producer(void *unused)
{
    for (int i = 1; i <= ITEMS; i++)
        put(buffer, i);
    return NULL;
}

static void *consumer(void *unused)
{
    atomic_fetch_add_explicit(&sum, get(buffer), memory_order_relaxed);
    return NULL;
}

int main(void)
{
    pthread_t threads[1 + ITEMS];
    buffer = buffer_new(CAPACITY);
    for (int i = 0; i < ITEMS; i++)
        pthread_create(&threads[i], NULL, consumer, NULL);
    pthread_create(&threads[ITEMS], NULL, producer, NULL);
    for (int i = 0; i <= ITEMS; i++)
        pthread_join(threads[i], NULL);
    assert(sum == 1 + 2);
    assert(buffer->count == 0);
    buffer_free(buffer);
    return 0;
}
