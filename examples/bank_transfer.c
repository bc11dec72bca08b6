/* Two transfers in opposite directions, each holding both accounts' locks: each thread has one lock and
 * waits for the other. No assertion fails; the program just stops.
 *
 *     heddle check examples/bank_transfer.c
 *     heddle check examples/bank_transfer.c -- -DFIXED      locks in one order
 */
#include <assert.h>
#include <pthread.h>

struct account { pthread_mutex_t lock; int number, balance; };

static struct account alice = { PTHREAD_MUTEX_INITIALIZER, 1, 100 };
static struct account bob = { PTHREAD_MUTEX_INITIALIZER, 2, 100 };

static void transfer(struct account *from, struct account *to, int amount)
{
    struct account *first = from, *second = to;
#ifdef FIXED
    if (second->number < first->number) {
        first = to;
        second = from;
    }
#endif
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static void *to_bob(void *arg)
{
    (void)arg;
    transfer(&alice, &bob, 30);
    return 0;
}

static void *to_alice(void *arg)
{
    (void)arg;
    transfer(&bob, &alice, 20);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, to_bob, 0);
    pthread_create(&b, 0, to_alice, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(alice.balance == 90 && bob.balance == 110);
    return 0;
}
