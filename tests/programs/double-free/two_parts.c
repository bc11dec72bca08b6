/* Two threads free an object of two parts. One of them is the first, in both parts. Without BUG one
 * of them takes the object away. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct pair {
    long first;
    int second;
};

static _Atomic(struct pair *) shared;

static void *end(void *unused)
{
#ifdef BUG
    struct pair *own = atomic_load(&shared);
#else
    struct pair *own = atomic_exchange(&shared, NULL);
#endif
    if (own && own->first + own->second == 3)
        free(own); /* violation */
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    struct pair *made = malloc(sizeof *made);
    made->first = 1;
    made->second = 2;
    atomic_store(&shared, made);
    pthread_create(&a, NULL, end, NULL);
    pthread_create(&b, NULL, end, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
