/* Three critical sections of one mutex, and a thread that reads what one of them leaves behind: 3! orders of the sections, and two values for each.
 * -DFIRST=…: a violation in exactly one of them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int x;
int turns, seen, places[4];

void *section(void *number)
{
    long i = (long)number;
    pthread_mutex_lock(&m);
    places[i] = turns++;
    pthread_mutex_unlock(&m);
    if (i == 3)
        atomic_store(&x, 2);
    return 0;
}

void *reader(void *unused)
{
    seen = atomic_load(&x);
    return 0;
}

int main(void)
{
    pthread_t threads[4];
    for (long i = 0; i < 4; i++)
        pthread_create(&threads[i], 0, i == 1 ? reader : section, (void *)i);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
#ifdef FIRST
    assert(!(places[0] == FIRST && places[2] == SECOND && seen == SEEN));
#endif
    return 0;
}
