/* What <math.h> computes exactly, or with one rounding, and decimal numbers that are so; special values as in C11 F.10. */
#define _GNU_SOURCE
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

static double read(const char *text, int used)
{
    char *end;
    double number = strtod(text, &end);
    assert(end == text + used);
    return number;
}

int main(void)
{
    volatile double two = 2, none = 0, huge = DBL_MAX, tiny = 4.9406564584124654e-324, infinite = INFINITY;
    int power;
    assert(nan("") != nan("") && nanf("1") != 0);
    assert(fdim(5, 3) == 2 && fdim(3, 5) == 0 && !signbit(fdim(3, 3)) && isnan(fdim(nan(""), 1)) && fdimf(5, 3) == 2);
    assert(nextafter(1, two) == 1 + DBL_EPSILON && nextafter(1, none) == 1 - DBL_EPSILON / 2);
    assert(nextafter(none, -1) == -tiny && nextafter(huge, infinite) == infinite && nextafter(-1, -two) == -1 - DBL_EPSILON);
    assert(remainder(5, 3) == -1 && remainder(4, 3) == 1 && remainder(5, two) == 1 && remainder(7, two) == -1);
    assert(remainder(-5, 3) == 1 && isnan(remainder(infinite, two)) && remainder(huge, infinite) == huge);
    assert(frexp(8, &power) == 0.5 && power == 4 && frexp(-0.75, &power) == -0.75 && power == 0);
    assert(frexp(tiny, &power) == 0.5 && power == -1073 && frexp(none, &power) == 0 && power == 0);
    assert(ldexp(0.5, 4) == 8 && ldexp(1, -1074) == tiny && ldexp(1, -1075) == 0 && ldexp(1.5, -1075) == tiny);
    assert(ldexp(1, 2000) == infinite && ldexp(tiny, 2097) == 0x1p1023 && scalbn(3, 1) == 6);
    assert(pow(two, 10) == 1024 && pow(-3, 3) == -27 && pow(two, -2) == 0.25 && pow(none, none) == 1 && exp(none) == 1 && log(1) == 0);
    assert(read("3.25xyz", 4) == 3.25 && read("  -12e-1", 8) == -1.2 && read(".5", 2) == 0.5 && read("7.e", 2) == 7);
    assert(read("x", 0) == 0 && read("1e+2.5", 4) == 100 && read(".", 0) == 0 && signbit(read("-0", 2)) && atof("1e22") == 1e22);
#ifdef BUG
    assert(read("0.1", 3) + read("0.2", 3) == read("0.3", 3)); /* violation */
#endif
    return 0;
}
