/* Four threads write a byte each of one word: they do not meet, and main reads the word they made. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union { uint8_t byte[4]; uint32_t word; } x;

static void *fill(void *arg)
{
    long i = (long)arg;
    x.byte[i] = (uint8_t)(i + 1);
    return 0;
}

int main(void)
{
    pthread_t t[4];
    for (long i = 0; i < 4; i++)
        pthread_create(&t[i], 0, fill, (void *)i);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    assert(x.word == 0x04030201);
    return 0;
}
