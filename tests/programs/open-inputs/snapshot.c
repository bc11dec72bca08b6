/* Two variables that are written together, and read together. With BUG they are read one after the other. */
#include <pthread.h>
#include <stddef.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void reach_error(void);

static unsigned char value, copy;

static void *write(void *unused)
{
    unsigned char input = __VERIFIER_nondet_uchar();
    __VERIFIER_atomic_begin();
    value = input;
    copy = value ^ 0x55;
    copy ^= 0x55;
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, write, NULL);
#ifndef BUG
    __VERIFIER_atomic_begin();
#endif
    unsigned char one = value, other = copy;
#ifndef BUG
    __VERIFIER_atomic_end();
#endif
    if (one != other)
        reach_error(); /* violation */
    pthread_join(thread, NULL);
    return 0;
}
