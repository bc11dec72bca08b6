/* A shared object is created by whoever needs it first, with the usual two tests around a mutex. But the
 * pointer is set before the object is ready, and the first test is made without the mutex.
 *
 *     heddle check examples/lazy_init.c
 *     heddle check examples/lazy_init.c -- -DFIXED
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct settings { int width, height; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct settings *) settings;

static struct settings *get(void)
{
    struct settings *s = atomic_load(&settings);
    if (!s) {
        pthread_mutex_lock(&lock);
        s = atomic_load(&settings);
        if (!s) {
            s = malloc(sizeof *s);
#ifdef FIXED
            s->width = 80;
            s->height = 25;
            atomic_store(&settings, s);
#else
            atomic_store(&settings, s);
            s->width = 80;
            s->height = 25;
#endif
        }
        pthread_mutex_unlock(&lock);
    }
    return s;
}

static void *area(void *arg)
{
    (void)arg;
    struct settings *s = get();
    assert(s->width * s->height == 2000); /* violation */
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, area, 0);
    pthread_create(&b, 0, area, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    free(atomic_load(&settings));
    return 0;
}
