/* The load is in a function that the condition calls, through a pointer to a struct. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct task { atomic_int done; int result; };

static int is_done(struct task *t) { return atomic_load(&t->done); }

static void *work(void *arg)
{
    struct task *t = arg;
    t->result = 6 * 7;
    atomic_store(&t->done, 1);
    return 0;
}

static int wait_for(struct task *t)
{
    while (!is_done(t))
        ;
    return t->result;
}

int main(void)
{
    struct task task = { 0 };
    pthread_t t;
    pthread_create(&t, 0, work, &task);
    assert(wait_for(&task) == 42);
    pthread_join(t, 0);
    return 0;
}
