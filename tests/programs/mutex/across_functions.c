/* Locked in one function, unlocked in another, and used twice in a row by one thread. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int state;

static void enter(void) { pthread_mutex_lock(&m); }
static void leave(void) { pthread_mutex_unlock(&m); }

static void *flip_twice(void *arg)
{
    (void)arg;
    for (int i = 0; i < 2; i++) {
        enter();
        state = !state;
        state = !state;
        leave();
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, flip_twice, 0);
    enter();
    assert(state == 0);
    leave();
    pthread_join(t, 0);
    return 0;
}
