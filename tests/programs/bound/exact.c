/* A loop of three turns needs a bound of three. Below it, the verdict says that there was a bound. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *add(void *unused)
{
    for (int i = 0; i < 3; i++)
        atomic_fetch_add(&x, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, add, 0);
    pthread_join(thread, 0);
    assert(atomic_load(&x) == 3);
    return 0;
}
