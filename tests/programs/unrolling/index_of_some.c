/* An index that is set only if there is something, in a variable that is not initialised. What is
 * read then is known.
 *
 * BUG: it is used in any case.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct node {
    int number;
};

static _Atomic(struct node *) shared;
static atomic_int taken[3];

static bool take(int *number)
{
    struct node *node = atomic_exchange(&shared, NULL);
    if (!node)
        return false;
    *number = node->number;
    free(node);
    return true;
}

static void *taker(void *unused)
{
    int number;
    bool is_any = take(&number);
#ifdef BUG
    (void)is_any;
#else
    if (is_any)
#endif
        assert(atomic_fetch_add(&taken[number], 1) == 0);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, taker, NULL);
    struct node *node = malloc(sizeof *node);
    node->number = 2;
    atomic_store(&shared, node);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
