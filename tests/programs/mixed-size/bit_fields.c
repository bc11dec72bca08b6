/* Neighbouring bit-fields share a byte, so that unsynchronised stores to them lose one: -DBUG.
 * Fields in bytes of their own do not. */
#include <assert.h>
#include <pthread.h>

#ifdef BUG
static struct { unsigned a : 4, b : 4; } f;
#else
static struct { unsigned char a, b; } f;
#endif

static void *set_a(void *arg)
{
    (void)arg;
    f.a = 3;
    return 0;
}

static void *set_b(void *arg)
{
    (void)arg;
    f.b = 5;
    return 0;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, set_a, 0);
    pthread_create(&u, 0, set_b, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(f.a == 3 && f.b == 5); /* violation */
    return 0;
}
