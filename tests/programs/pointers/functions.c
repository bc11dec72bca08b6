/* Functions as values: in tables, in structs, as arguments and results, through an atomic. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef int (*operation)(int, int);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int apply(operation f, int a, int b) { return f(a, b); }
static operation choose(int minus) { return minus ? sub : add; }

struct object { const operation *methods; int state; };
static const operation methods[] = { add, sub };
static _Atomic(operation) current = add;

static void *change(void *arg)
{
    (void)arg;
    atomic_store(&current, sub);
    return 0;
}

int main(void)
{
    struct object o = { methods, 5 };
    assert(o.methods[1](o.state, 2) == 3);
    assert(apply(choose(0), 1, 2) == 3 && apply(choose(1), 1, 2) == -1);
    assert(choose(0) == add && choose(0) != sub && choose(1));
    pthread_t t;
    pthread_create(&t, 0, change, 0);
    int r = atomic_load(&current)(4, 1);
    assert(r == 5 || r == 3);
    pthread_join(t, 0);
    return 0;
}
