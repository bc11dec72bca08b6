/* Mutexes in a local variable and in heap objects: init, use by threads, destroy, free. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account { pthread_mutex_t lock; int balance; };

static void *deposit(void *arg)
{
    struct account *a = arg;
    pthread_mutex_lock(&a->lock);
    a->balance += 5;
    pthread_mutex_unlock(&a->lock);
    return 0;
}

int main(void)
{
    pthread_t t, u;
    struct account local, *heap = malloc(sizeof *heap);
    pthread_mutex_init(&local.lock, 0);
    pthread_mutex_init(&heap->lock, 0);
    local.balance = heap->balance = 0;
    pthread_create(&t, 0, deposit, heap);
    pthread_create(&u, 0, deposit, &local);
    deposit(heap);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(heap->balance == 10 && local.balance == 5);
    assert(pthread_mutex_destroy(&heap->lock) == 0);
    assert(pthread_mutex_destroy(&local.lock) == 0);
    free(heap);
    return 0;
}
