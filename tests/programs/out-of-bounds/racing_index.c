/* Two threads claim slots of an array of two; -DBUG lets a third one in. */
#include <pthread.h>
#include <stdatomic.h>

#ifdef BUG
#define THREADS 3
#else
#define THREADS 2
#endif

static atomic_int used;
static int slot[2];

static void *claim(void *arg)
{
    int mine = atomic_fetch_add(&used, 1);
    slot[mine] = (int)(long)arg; /* violation */
    return 0;
}

int main(void)
{
    pthread_t t[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, claim, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    return 0;
}
