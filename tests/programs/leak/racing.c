/* Two threads install an object. The loser frees its own; -DBUG overwrites the winner's. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) object;

static void *install(void *arg)
{
    int *mine = malloc(sizeof *mine);
    *mine = (int)(long)arg;
#ifdef BUG
    if (!atomic_load(&object))
        atomic_store(&object, mine);
    else
        free(mine);
#else
    int *none = 0;
    if (!atomic_compare_exchange_strong(&object, &none, mine))
        free(mine);
#endif
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, install, (void *)1);
    pthread_create(&b, 0, install, (void *)2);
    pthread_join(a, 0);
    pthread_join(b, 0);
    free(atomic_load(&object));
    return 0;
}
