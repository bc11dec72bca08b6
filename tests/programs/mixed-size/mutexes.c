/* Structs of an array are cleared at once, in eights, and initialised with mutexes of which the
 * kind is looked at, in four bytes: words in which accesses overlap are split. What is between two
 * of them, another struct's mutex, is not.
 *
 * BUG: the accounts are locked in the order of the transfer.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct account {
    long balance;
    pthread_mutex_t mutex;
};

static struct account *accounts;

static void transfer(int from, int to)
{
#ifdef BUG
    int first = from, second = to;
#else
    int first = from < to ? from : to, second = from < to ? to : from;
#endif
    pthread_mutex_lock(&accounts[first].mutex);
    pthread_mutex_lock(&accounts[second].mutex);
    accounts[from].balance--;
    accounts[to].balance++;
    pthread_mutex_unlock(&accounts[second].mutex);
    pthread_mutex_unlock(&accounts[first].mutex);
}

static void *forth(void *unused)
{
    transfer(0, 1);
    return NULL;
}

static void *back(void *unused)
{
    transfer(1, 0);
    return NULL;
}

int main(void)
{
    pthread_mutexattr_t checked;
    pthread_mutexattr_init(&checked);
    pthread_mutexattr_settype(&checked, PTHREAD_MUTEX_ERRORCHECK);
    accounts = malloc(2 * sizeof *accounts);
    memset(accounts, 0, 2 * sizeof *accounts);
    for (int i = 0; i < 2; i++)
        pthread_mutex_init(&accounts[i].mutex, &checked);
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, forth, NULL);
    pthread_create(&threads[1], NULL, back, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(accounts[0].balance == 0 && accounts[1].balance == 0);
    free(accounts);
    return 0;
}
