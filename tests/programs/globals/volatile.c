/* Volatile accesses happen as often as they are written, and are accesses like others under SC. */
#include <assert.h>
#include <pthread.h>

static volatile int x;
static volatile struct { int a, b; } s;

static void *work(void *arg)
{
    (void)arg;
    x = 1;
    x = 2;
    s.a = 3;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    int first = x, second = x;
    assert(first <= second);
    pthread_join(t, 0);
    volatile int local = x;
    local += 1;
    assert(local == 3 && s.a == 3 && s.b == 0);
    return 0;
}
