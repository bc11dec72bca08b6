/* A server that never ends creates a thread for each request. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int requests;

static void *serve(void *unused)
{
    int number = requests++;
#ifdef BUG
    assert(number < 2); /* violation */
#endif
    (void)number;
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, NULL, serve, NULL);
        pthread_detach(thread);
    }
}
