/* Two threads add inputs to a sum. With BUG they load and store it, and one addition may be lost. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

unsigned __VERIFIER_nondet_uint(void);

static atomic_uint sum;
static unsigned inputs[2];

static void *add(void *input)
{
    unsigned value = *(unsigned *)input;
#ifdef BUG
    atomic_store(&sum, atomic_load(&sum) + value);
#else
    atomic_fetch_add(&sum, value);
#endif
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (int index = 0; index < 2; index++)
        inputs[index] = __VERIFIER_nondet_uint();
    for (int index = 0; index < 2; index++)
        pthread_create(&threads[index], NULL, add, &inputs[index]);
    for (int index = 0; index < 2; index++)
        pthread_join(threads[index], NULL);
    assert(sum == inputs[0] + inputs[1]); /* violation */
    return 0;
}
