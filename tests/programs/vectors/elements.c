/* Vectors, as programs write them and as optimisation makes them: element by element, shuffled,
 * compared, converted, in memory that threads share. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef uint8_t b16 __attribute__((vector_size(16)));

static v4 shared;
static int numbers[16];

static void *writer(void *unused)
{
    v4 v = {1, 2, 3, 4};
    shared = v * v + 1;
    for (int i = 0; i < 16; i++)
        numbers[i] = i;
    return NULL;
}

static int sum(const int *array, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += array[i];
    return sum;
}

static int largest(const int *array, int count)
{
    int most = array[0];
    for (int i = 1; i < count; i++)
        most = array[i] > most ? array[i] : most;
    return most;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    pthread_join(thread, NULL);
    v4 v = shared;
    assert(v[0] == 2 && v[1] == 5 && v[2] == 10 && v[3] == 17);
    volatile int index = 2;
    assert(v[index] == 10);
    v[index] = -1;
    v4 mixed = __builtin_shufflevector(v, shared, 3, 2, 6, 0);
    assert(mixed[0] == 17 && mixed[1] == -1 && mixed[2] == 10 && mixed[3] == 2);
    v4 below = v < shared;
    assert(below[0] == 0 && below[2] == -1);
    v4 chosen = (below & v) | (~below & (shared + 100));
    assert(chosen[2] == -1 && chosen[0] == 102);
    f4 floats = __builtin_convertvector(shared, f4) / 4.0f;
    assert(floats[0] == 0.5f && floats[3] == 4.25f);
    b16 bytes;
    memcpy(&bytes, &shared, sizeof bytes);
    assert(bytes[0] == 2 && bytes[4] == 5 && bytes[5] == 0);
    v4 again = (v4)bytes;
    assert(again[3] == 17);
    assert(sum(numbers, 16) == 120 && largest(numbers, 16) == 15);
#ifdef BUG
    assert(mixed[1] == 10); /* violation */
#endif
    return 0;
}
