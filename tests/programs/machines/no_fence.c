// What ends a life, initialises or destroys orders nothing: two stores (or a store and a load, with
// -DSB) are as unordered with such a call between them as without it. Another thread has used what
// the call is about, so that the call is an event.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define RELAXED memory_order_relaxed
enum { nothing, ends_memory, ends_local, initialises, destroys, makes_key };
#ifndef WHAT
#define WHAT nothing
#endif

atomic_int x, y, ready, used;
int r1, r2;
static int *block;
static _Atomic(int *) local;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;

static void lend(void)
{
    int variable = 0;
    atomic_store_explicit(&local, &variable, memory_order_release);
    while (!atomic_load_explicit(&used, memory_order_acquire))
        ;
    atomic_store_explicit(&x, 1, RELAXED);
}

static void between(void)
{
    switch (WHAT) {
    case ends_memory: free(block); break;
    case initialises: pthread_mutex_destroy(&mutex), pthread_mutex_init(&mutex, 0); break;
    case destroys: pthread_mutex_destroy(&mutex); break;
    case makes_key: pthread_key_create(&key, 0); break;
    }
}

static void *user(void *arg)
{
    switch (WHAT) {
    case ends_memory: *block = 1; break;
    case ends_local: {
        int *variable = atomic_load_explicit(&local, memory_order_acquire);
        if (!variable)
            return arg;
        *variable = 1;
        break;
    }
    case initialises:
    case destroys:
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
        break;
    }
    atomic_store_explicit(&used, 1, memory_order_release);
    return arg;
}

static void *first(void *arg)
{
    if (WHAT == ends_local)
        lend();
    else {
        if (WHAT != makes_key && !atomic_load_explicit(&used, memory_order_acquire))
            return arg;
        atomic_store_explicit(&x, 1, RELAXED);
        between();
    }
#ifdef SB
    r1 = atomic_load_explicit(&y, RELAXED);
    atomic_store_explicit(&ready, 1, memory_order_release);
#else
    atomic_store_explicit(&y, 1, RELAXED);
#endif
    return arg;
}

static void *second(void *arg)
{
#ifdef SB
    atomic_store_explicit(&y, 1, RELAXED);
    atomic_thread_fence(memory_order_seq_cst);
    r2 = atomic_load_explicit(&x, RELAXED);
    if (atomic_load_explicit(&ready, memory_order_acquire))
        assert(r1 || r2); /* violation */
#else
    r1 = atomic_load_explicit(&y, memory_order_acquire);
    r2 = atomic_load_explicit(&x, RELAXED);
    assert(!r1 || r2); /* violation */
#endif
    return arg;
}

int main(void)
{
    pthread_t a, b, c;
    block = malloc(sizeof *block);
    pthread_create(&a, 0, user, 0);
    pthread_create(&b, 0, first, 0);
    pthread_create(&c, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
