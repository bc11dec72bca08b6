/* Peterson's algorithm for two threads, around a block that an input makes long or short. Machines with store buffers break it. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);

static int wants[2], turn, inside;

static void *visit(void *index)
{
    size_t me = (size_t)index;
    wants[me] = 1;
    turn = 1 - me;
#ifdef BLOCK
    __VERIFIER_atomic_begin();
#endif
    int other = wants[1 - me], whose = turn;
#ifdef BLOCK
    __VERIFIER_atomic_end();
#endif
    __VERIFIER_assume(!other || whose == (int)me);
    inside++;
    if (__VERIFIER_nondet_bool())
        assert(inside == 1); /* violation */
    inside--;
    wants[me] = 0;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (size_t index = 0; index < 2; index++)
        pthread_create(&threads[index], NULL, visit, (void *)index);
    for (size_t index = 0; index < 2; index++)
        pthread_join(threads[index], NULL);
    return 0;
}
