/* What the programs of dat3m-thesis Table 5.2 have in common: relaxed accesses, and loops that go round ROUNDS times at the most and are left then,
 * whatever their condition says. A loop inside of another one goes round once less in each further round of the outer one, as Porthos unrolls them. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef ROUNDS
#define ROUNDS 2
#endif

#define LD(variable) atomic_load_explicit(&variable, memory_order_relaxed)
#define ST(variable, value) atomic_store_explicit(&variable, value, memory_order_relaxed)

/* The loop that counts its rounds with `round`, where `earlier` rounds of the loops around it have gone by. */
#define WHILE(round, earlier, condition)                                    \
    for (int round = 0; round < ROUNDS - (earlier) && (condition); round++)

static inline void run(int count, void *(*threads[])(void *))
{
    pthread_t handles[3];
    for (int i = 0; i < count; i++)
        pthread_create(&handles[i], 0, threads[i], 0);
    for (int i = 0; i < count; i++)
        pthread_join(handles[i], 0);
}
