/* Every fetch-and-modify of C11, its result and what it leaves behind. */
#include <assert.h>
#include <stdatomic.h>

int main(void)
{
    atomic_int x = 12;
    assert(atomic_fetch_add(&x, 5) == 12 && atomic_load(&x) == 17);
    assert(atomic_fetch_sub(&x, 20) == 17 && atomic_load(&x) == -3);
    assert(atomic_exchange(&x, 12) == -3 && atomic_load(&x) == 12);
    assert(atomic_fetch_or(&x, 3) == 12 && atomic_load(&x) == 15);
    assert(atomic_fetch_and(&x, 6) == 15 && atomic_load(&x) == 6);
    assert(atomic_fetch_xor(&x, 5) == 6 && atomic_load(&x) == 3);
    int plain = 6;
    assert(__atomic_fetch_nand(&plain, 3, __ATOMIC_SEQ_CST) == 6 && plain == ~2);
    assert(__atomic_add_fetch(&plain, 4, __ATOMIC_RELAXED) == 1);
    x++;
    x += 4;
    assert(x-- == 8 && x == 7);
    return 0;
}
