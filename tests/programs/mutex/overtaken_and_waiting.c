/* Four threads take m0; two of them take m1 afterwards, nothing is nested: 4! * 2 = 48 executions. The asserted one has m0 in the order t2 t4 t3 t1 and
 * m1 in the order t4 t2: a thread that was overtaken at m1 is taken back by one that overtakes at m0. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;
int turns0, turns1;
int first[4], second[4];

void *once(void *number)
{
    long i = (long)number;
    pthread_mutex_lock(&m0);
    first[i] = turns0++;
    pthread_mutex_unlock(&m0);
    return 0;
}

void *twice(void *number)
{
    long i = (long)number;
    once(number);
    pthread_mutex_lock(&m1);
    second[i] = turns1++;
    pthread_mutex_unlock(&m1);
    return 0;
}

int main(void)
{
    pthread_t threads[4];
    for (long i = 0; i < 4; i++)
        pthread_create(&threads[i], 0, i % 2 ? twice : once, (void *)i);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
#ifdef BUG
    assert(!(first[1] == 0 && first[3] == 1 && first[2] == 2 && first[0] == 3 && second[3] == 0));
#endif
    return 0;
}
