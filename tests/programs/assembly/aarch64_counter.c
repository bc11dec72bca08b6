/* Two threads count, with exclusive accesses and with single updates; with BUG by loads and stores. */
#include "aarch64.h"

static volatile u32 count;

static void *work(void *unused)
{
#ifdef BUG
    store(&count, load(&count) + 1);
#else
    fetch_add(&count, 1);
#endif
    fetch_add_single(&count, 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    check(load(&count) == 4); /* violation */
    return 0;
}
