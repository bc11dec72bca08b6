/* A struct copied while another thread changes it: the copy may be half old. -DBUG expects not. */
#include <assert.h>
#include <pthread.h>

static struct pair { long a, b, c; } shared = { 1, 1, 1 };

static void *change(void *arg)
{
    (void)arg;
    shared = (struct pair){ 2, 2, 2 };
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, change, 0);
    struct pair seen = shared;
    assert(seen.a >= 1 && seen.a <= 2 && seen.c >= 1 && seen.c <= 2);
#ifdef BUG
    assert(seen.a == seen.c); /* violation */
#endif
    pthread_join(t, 0);
    assert(shared.a == 2 && shared.b == 2 && shared.c == 2);
    return 0;
}
