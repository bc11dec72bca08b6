/* A producer puts an input into a slot that a consumer waits for. With BUG it says that the slot is full before it is. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

long __VERIFIER_nondet_long(void);
void __VERIFIER_assume(int condition);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static long slot, sent, received;
static int full;

static void *produce(void *unused)
{
    __VERIFIER_atomic_begin();
#ifdef BUG
    full = 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
#endif
    slot = sent;
    full = 1;
    __VERIFIER_atomic_end();
    return unused;
}

static void *consume(void *unused)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(full);
    received = slot;
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    sent = __VERIFIER_nondet_long();
    pthread_t producer, consumer;
    pthread_create(&producer, NULL, produce, NULL);
    pthread_create(&consumer, NULL, consume, NULL);
    pthread_join(producer, NULL);
    pthread_join(consumer, NULL);
    assert(received == sent); /* violation */
    return 0;
}
