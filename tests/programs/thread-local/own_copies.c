/* Each thread has its own copy, with the initial value, at an address of its own. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static _Thread_local int counter = 7;
static __thread struct { char name[3]; long value; int *self; } record = { "ab", -5, NULL };

static int next(void)
{
    static _Thread_local int calls;
    calls++;
    return calls;
}

static void *work(void *other)
{
    assert(counter == 7 && record.value == -5 && record.name[1] == 'b' && !record.self);
    assert(&counter != (int *)other);
    counter++;
    record.self = &counter;
    assert(*record.self == 8);
    assert(next() == 1 && next() == 2);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    counter = 1;
    next();
    pthread_create(&a, NULL, work, &counter);
    pthread_create(&b, NULL, work, &counter);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
#ifdef BUG
    assert(counter == 9); /* violation */
#else
    assert(counter == 1 && next() == 2);
#endif
    return 0;
}
