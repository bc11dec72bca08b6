/* What the litmus tests are written with.
 *
 * The orders are macros, so that one file is all variants of a shape: the stores of a program are
 * W1, W2, … in the order of the text, its loads R1, R2, …, its updates U1, … (C1, … is the order of a
 * compare-exchange that fails), its fences F1, …. Each is relaxed unless it is defined, and a relaxed
 * fence is none. STORES, LOADS, UPDATES, FAILURES and FENCES are what the others of a kind are:
 * `-DSTORES=release -DLOADS=acquire -DW1=relaxed`. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef STORES
#define STORES relaxed
#endif
#ifndef LOADS
#define LOADS relaxed
#endif
#ifndef UPDATES
#define UPDATES relaxed
#endif
#ifndef FAILURES
#define FAILURES relaxed
#endif
#ifndef FENCES
#define FENCES relaxed
#endif

#ifndef W1
#define W1 STORES
#endif
#ifndef W2
#define W2 STORES
#endif
#ifndef W3
#define W3 STORES
#endif
#ifndef W4
#define W4 STORES
#endif
#ifndef W5
#define W5 STORES
#endif
#ifndef R1
#define R1 LOADS
#endif
#ifndef R2
#define R2 LOADS
#endif
#ifndef R3
#define R3 LOADS
#endif
#ifndef R4
#define R4 LOADS
#endif
#ifndef U1
#define U1 UPDATES
#endif
#ifndef U2
#define U2 UPDATES
#endif
#ifndef C1
#define C1 FAILURES
#endif
#ifndef C2
#define C2 FAILURES
#endif
#ifndef F1
#define F1 FENCES
#endif
#ifndef F2
#define F2 FENCES
#endif
#ifndef F3
#define F3 FENCES
#endif

#define ORDER_(order) memory_order_##order
#define ORDER(order) ORDER_(order)

#define STORE(x, value, order) atomic_store_explicit(&(x), (value), ORDER(order))
#define LOAD(x, order) atomic_load_explicit(&(x), ORDER(order))
#define FENCE(order) atomic_thread_fence(ORDER(order))
/* Adds, and is the value from before. */
#define UPDATE(x, summand, order) atomic_fetch_add_explicit(&(x), (summand), ORDER(order))
/* Compare-exchange; is the value that it found. */
#define EXCHANGE(x, from, to, success, failure) \
    EXCHANGE_(&(x), (from), (to), ORDER(success), ORDER(failure))
#define LOCK(mutex) pthread_mutex_lock(&(mutex))
#define UNLOCK(mutex) pthread_mutex_unlock(&(mutex))

/* The value at the end: main has joined all threads, so it sees the last write in co. */
#define LAST(x) LOAD(x, relaxed)

#define EXCHANGE_(x, from, to, success, failure) \
    ({ \
        int found = (from); \
        atomic_compare_exchange_strong_explicit((x), &found, (to), (success), (failure)); \
        found; \
    })

#define THREAD(name) static void *name(void *unused)

/* Runs threads at once, and waits for them all. */
#define RUN(...) \
    do { \
        void *(*threads[])(void *) = {__VA_ARGS__}; \
        enum { COUNT = sizeof threads / sizeof *threads }; \
        pthread_t ids[COUNT]; \
        for (int i = 0; i < COUNT; i++) \
            pthread_create(&ids[i], 0, threads[i], 0); \
        for (int i = 0; i < COUNT; i++) \
            pthread_join(ids[i], 0); \
    } while (0)
