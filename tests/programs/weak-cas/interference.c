/* A store that repeats is something new if somebody else has written in between: that takes a failure for no reason between the two. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef STRONG
#define CAS atomic_compare_exchange_strong
#else
#define CAS atomic_compare_exchange_weak
#endif

static atomic_int mine, flag;

static void *retry(void *unused)
{
    int seen = 0;
    do {
        atomic_store(&mine, 1);
        seen = 0;
    } while (!CAS(&flag, &seen, 1));
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, retry, 0);
    int first = atomic_load(&mine);
    atomic_store(&mine, 2);
    pthread_join(thread, 0);
    assert(first == 0 || mine == 2); /* violation */
    return 0;
}
