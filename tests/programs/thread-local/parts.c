/* Others touch parts of a variable that was written as a whole. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Thread_local union { atomic_uint whole; _Atomic unsigned char bytes[4]; } mine = { 0x04030201 };

static void *write(void *found)
{
    atomic_store((_Atomic unsigned char *)found, 9);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, write, &mine.bytes[1]);
    unsigned early = atomic_load(&mine.whole);
    assert(early == 0x04030201 || early == 0x04030901);
    pthread_join(thread, NULL);
#ifdef BUG
    assert(mine.whole == 0x04030201); /* violation */
#else
    assert(mine.whole == 0x04030901);
#endif
    return 0;
}
