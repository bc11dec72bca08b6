/* IRIW with release and acquire: two readers disagree about the order of two writes, which RC11 allows and
 * machines with store buffers do not. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

#define STORE(p) atomic_store_explicit((p), 1, memory_order_release)
#define LOAD(p) atomic_load_explicit((p), memory_order_acquire)

static void *write_x(void *arg) { STORE(&x); return arg; }
static void *write_y(void *arg) { STORE(&y); return arg; }
static void *read_xy(void *arg) { (void)LOAD(&x); (void)LOAD(&y); return arg; }
static void *read_yx(void *arg) { (void)LOAD(&y); (void)LOAD(&x); return arg; }

int main(void)
{
    pthread_t t[4];
    pthread_create(&t[0], 0, write_x, 0);
    pthread_create(&t[1], 0, write_y, 0);
    pthread_create(&t[2], 0, read_xy, 0);
    pthread_create(&t[3], 0, read_yx, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    return 0;
}
