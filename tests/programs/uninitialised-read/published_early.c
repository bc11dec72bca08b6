/* An object is initialised and then published. -DBUG publishes first. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message { int body; };
static _Atomic(struct message *) inbox;

static void *sender(void *arg)
{
    (void)arg;
    struct message *m = malloc(sizeof *m);
#ifdef BUG
    atomic_store(&inbox, m);
    m->body = 7;
#else
    m->body = 7;
    atomic_store(&inbox, m);
#endif
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, sender, 0);
    struct message *m = atomic_load(&inbox);
    if (m)
        assert(m->body == 7); /* violation */
    pthread_join(t, 0);
    return 0;
}
