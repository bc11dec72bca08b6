/* Two 4-byte stores overlap in two bytes. Each is one event: the middle is all of one or all of the other. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

struct __attribute__((packed)) at2 { uint16_t skip; uint32_t word; };
static union { uint8_t byte[6]; uint32_t at0; struct at2 at2; } x;

static void *first(void *arg)
{
    (void)arg;
    x.at0 = 0x11111111;
    return 0;
}

static void *second(void *arg)
{
    (void)arg;
    x.at2.word = 0x22222222;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x.byte[0] == 0x11 && x.byte[1] == 0x11);
    assert(x.byte[4] == 0x22 && x.byte[5] == 0x22);
    assert(x.byte[2] == x.byte[3]);
    return 0;
}
