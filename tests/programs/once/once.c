/* What is initialised once is there for all. With BUG a flag of the program's own does it, badly. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_once_t flag = PTHREAD_ONCE_INIT;
static int calls, value;

static void initialise(void)
{
    calls++;
    value = 7;
}

static void *work(void *unused)
{
#ifdef BUG
    static int initialised;
    if (!initialised) {
        initialised = 1;
        initialise();
    }
#else
    pthread_once(&flag, initialise);
#endif
    assert(value == 7); /* violation */
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(calls == 1);
    return 0;
}
