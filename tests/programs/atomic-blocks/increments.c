/* Plain increments in atomic blocks are not lost. -DBUG takes the blocks away. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

#ifdef BUG
#define BEGIN() ((void)0)
#define END() ((void)0)
#else
#define BEGIN() __VERIFIER_atomic_begin()
#define END() __VERIFIER_atomic_end()
#endif

static int x;

static void *inc(void *arg)
{
    (void)arg;
    BEGIN();
    int v = x;
    x = v + 1;
    END();
    return 0;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, inc, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(x == 3); /* violation */
    return 0;
}
