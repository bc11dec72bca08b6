/* A shared object is freed by the last one who lets go of it. A reader takes the pointer and then raises the
 * count; in between, the owner may have let go.
 *
 *     heddle check examples/reference_count.c
 *     heddle check examples/reference_count.c -- -DFIXED      the reader is given a reference of its own
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct document { atomic_int references; int length; };
static _Atomic(struct document *) current;

static void let_go(struct document *d)
{
    if (atomic_fetch_sub(&d->references, 1) == 1)
        free(d);
}

static void *reader(void *arg)
{
#ifdef FIXED
    struct document *d = arg;
#else
    (void)arg;
    struct document *d = atomic_load(&current);
    if (!d)
        return 0;
    atomic_fetch_add(&d->references, 1); /* violation */
#endif
    assert(d->length == 7);
    let_go(d);
    return 0;
}

static void *owner(void *arg)
{
    (void)arg;
    struct document *d = atomic_load(&current);
    atomic_store(&current, 0);
    let_go(d);
    return 0;
}

int main(void)
{
    struct document *d = malloc(sizeof *d);
    atomic_init(&d->references, 1);
    d->length = 7;
    atomic_init(&current, d);
    pthread_t o, r;
#ifdef FIXED
    atomic_fetch_add(&d->references, 1);
#endif
    pthread_create(&r, 0, reader, d);
    pthread_create(&o, 0, owner, 0);
    pthread_join(r, 0);
    pthread_join(o, 0);
    return 0;
}
