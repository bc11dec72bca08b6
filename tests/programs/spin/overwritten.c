/* Waiting for a value that is overwritten soon. What a reader has missed does not come back, so that reading yet another value
   and waiting on is no new behaviour: the first value that a reader sees and keeps seeing stands for all of them. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 8
#endif

static atomic_int x;

static void *writer(void *argument)
{
    for (int value = 0; value < N; value++)
        x = value;
    return argument;
}

static void *reader(void *argument)
{
    int seen = x;
    while (seen != 0)
        seen = x;
    return argument;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], 0, writer, 0);
    pthread_create(&threads[1], 0, reader, 0);
    pthread_create(&threads[2], 0, reader, 0);
    return 0;
}
