/* late_write: N threads each set a flag; another one reads all the flags, then writes x; main reads x first of all.
 * Every way in which the flags are read is another reason for x, so that an exploration which keeps
 * what is still to be done keeps 2^N of them for main's read. N = number of flags; 2^(N+1) classes. */
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#ifndef N
#define N 5
#endif
#ifndef MO
#define MO memory_order_seq_cst
#endif
#define LD(p) atomic_load_explicit((p), MO)
#define ST(p, v) atomic_store_explicit((p), (v), MO)

static atomic_int x, flags[N];

static void *setter(void *arg) { ST(&flags[(long)arg], 1); return 0; }

static void *writer(void *arg)
{
    (void)arg;
    int seen = 0;
    for (int i = 0; i < N; i++)
        seen += LD(&flags[i]);
    ST(&x, 1 + seen);
    return 0;
}

int main(void)
{
    pthread_t w, t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], 0, setter, (void *)i);
    pthread_create(&w, 0, writer, 0);
    int got = LD(&x);
    assert(0 <= got && got <= N + 1);
    pthread_join(w, 0);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
