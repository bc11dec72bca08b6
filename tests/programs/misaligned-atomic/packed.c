/* Atomic accesses want addresses that are multiples of their size; others do not. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct message {
    char kind;
    char bytes[7];
};

static _Alignas(8) struct message message;

#ifdef BUG
static char *place = &message.bytes[0];
#else
static char *place = &message.bytes[3];
#endif

static void *child(void *unused)
{
    atomic_fetch_add((atomic_int *)place, 1); /* violation */
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, child, 0);
    pthread_join(t, 0);
    int plain;
    memcpy(&plain, &message.bytes[3], sizeof plain);
    assert(plain == 1);
    return 0;
}
