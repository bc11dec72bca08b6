/* What is written to `z` carries a dependency on what was read last, of `w` before the loop or of
 * `y` in it. Both are 5. A turn of the loop in which `x` is still 0 leaves everything as it was but
 * for that dependency, and only with such a turn may the read of `w` come after the write to `z`.
 * Without BUG there is no loop. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int w, x, y = 5, z;
static int first, seen;

static int get(atomic_int *from)
{
    return atomic_load_explicit(from, memory_order_relaxed);
}

static void put(atomic_int *to, int value)
{
    atomic_store_explicit(to, value, memory_order_relaxed);
}

static void *reader(void *unused)
{
    int last = get(&w);
    first = last;
#ifdef BUG
    while (!get(&x))
        last = get(&y);
#endif
    put(&z, 1 + (last ^ last));
    return NULL;
}

static void *writer(void *unused)
{
    int own = get(&z);
    seen = own;
    put(&w, 5 * own);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    put(&x, 1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(!(first == 5 && seen == 1)); /* violation */
    return 0;
}
