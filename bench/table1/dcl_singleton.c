/* Double-checked locking: two threads ask ROUNDS times for an object that is created on demand. chronological-traces Table 1.
 * Under PSO the pointer may be seen before what it points to. */
#include <assert.h>
#include <pthread.h>
#include "machine.h"
#ifndef ROUNDS
#define ROUNDS 7
#endif

struct singleton { atomic_int value; };

static struct singleton object;
static _Atomic(struct singleton *) instance;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct singleton *get(void)
{
    struct singleton *found = LD(instance);
    if (!found) {
        pthread_mutex_lock(&mutex);
        found = LD(instance);
        if (!found) {
            found = &object;
            ST(found->value, 42);
            PSO_FENCE();
            ST(instance, found);
        }
        pthread_mutex_unlock(&mutex);
    }
    return found;
}

static void *user(void *arg)
{
    (void)arg;
    for (int round = 0; round < ROUNDS; round++)
        assert(LD(get()->value) == 42); /* violation */
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, user, 0);
    pthread_create(&b, 0, user, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
