/* Arithmetic as IEEE 754 says, to the last bit, in `float` and `double`, through memory that
 * another thread has written. */
#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

static double third;
static float tenth;

static uint64_t bits(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static void *compute(void *unused)
{
    volatile double one = 1.0, three = 3.0;
    volatile float f = 0.1f;
    third = one / three;
    tenth = f;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, compute, NULL);
    pthread_join(thread, NULL);
    assert(bits(third) == 0x3fd5555555555555);
    assert(third * 3.0 == 1.0);
    assert(third + third != 2.0 / 3.0 - 1e-9);
    assert((float)0.1 == tenth);
    volatile double a = 0.1, b = 0.2, zero = 0.0;
    assert((double)tenth > a && a + b != b + 0.1 + 1e-17 - 1.0);
    assert(bits(a + b) == 0x3fd3333333333334);
    assert(a - b < 0 && -(a - b) > 0);
    assert(fmod(5.5, 2.0) == 1.5);
    assert(sqrt(2.0 * 8.0) == 4.0);
    assert(fabs(-a) == a && floor(-1.5) == -2.0 && ceil(-1.5) == -1.0);
    assert(fma(a, 10.0, -1.0) != a * 10.0 - 1.0);
    assert(fmin(a, b) == a && fmax(a, b) == b && copysign(3.0, -zero) == -3.0);
    double nan = zero / zero, infinity = 1.0 / zero;
    assert(nan != nan && !(nan == nan) && !(nan < 1.0) && !(nan >= 1.0));
    assert(isnan(nan) && isinf(infinity) && !isfinite(infinity) && isfinite(a));
    assert(signbit(-zero) && -zero == zero && 1.0 / -zero == -infinity);
    assert((int)-2.9 == -2 && (unsigned)3.99f == 3u && (long long)1e15 == 1000000000000000LL);
    assert((double)16777217 == 16777217.0 && (float)16777217 == 16777216.0f);
    assert((double)UINT64_MAX == 18446744073709551616.0);
#ifdef BUG
    assert(a + b == 0.3); /* violation */
#endif
    return 0;
}
