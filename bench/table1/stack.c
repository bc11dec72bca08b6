/* One thread pushes SIZE times, another one pops SIZE times, each time with the mutex. chronological-traces Table 1: stack_safe looks whether there is
 * something to pop, stack_unsafe (-DBUG) only whether something was ever pushed. */
#include <assert.h>
#include <pthread.h>
#ifndef SIZE
#define SIZE 5
#endif

static int items[SIZE], top, was_pushed;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *pusher(void *arg)
{
    (void)arg;
    for (int k = 0; k < SIZE; k++) {
        pthread_mutex_lock(&mutex);
        assert(top < SIZE);
        items[top++] = k;
        was_pushed = 1;
        pthread_mutex_unlock(&mutex);
    }
    return 0;
}

static void *popper(void *arg)
{
    (void)arg;
    for (int k = 0; k < SIZE; k++) {
        pthread_mutex_lock(&mutex);
#ifdef BUG
        int can_pop = was_pushed;
#else
        int can_pop = top > 0;
#endif
        if (can_pop) {
            assert(top > 0); /* violation */
            top--;
        }
        pthread_mutex_unlock(&mutex);
    }
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, pusher, 0);
    pthread_create(&b, 0, popper, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
