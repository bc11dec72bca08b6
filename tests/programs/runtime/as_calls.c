/* Functions that compilers know, called as functions: for -fno-builtin. */
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

double roundeven(double);
float roundevenf(float);

int main(void)
{
    volatile double d = -2.5;
    volatile float f = 2.5f;
    assert(ceil(d) == -2 && ceilf(f) == 3 && floor(d) == -3 && floorf(f) == 2 && trunc(d) == -2 && truncf(f) == 2);
    assert(round(d) == -3 && roundf(f) == 3 && rint(d) == -2 && rintf(f) == 2 && nearbyint(d) == -2);
    assert(nearbyintf(f) == 2 && roundeven(d) == -2 && roundevenf(f) == 2 && fma(d, 2, 1) == -4 && fmaf(f, 2, 1) == 6);
    assert(fmax(d, 1) == 1 && fmaxf(f, 1) == f && fmin(d, 1) == d && fminf(f, 1) == 1);
    assert(fmod(d, 2) == -0.5 && fmodf(f, 2) == 0.5f && sqrt(d * d * 4) == 5 && sqrtf(f * f) == f);
    volatile int three = -3;
    assert(abs(three) == 3 && labs(three) == 3 && llabs(three) == 3 && ffsl(8) == 4 && ffsll(1LL << 40) == 41);
    char text[8];
    assert(stpcpy(text, "abc") == text + 3 && memmove(text + 1, text, 3) == text + 1 && text[3] == 'c');
    assert(mempcpy(text, "xy", 2) == text + 2 && text[0] == 'x');
    bzero(text, sizeof text);
    assert(strlen(text) == 0 && memcmp(text, "\0", 1) == 0);
    assert((isalnum)('a') && (isalpha)('b') && (isdigit)('1') && (islower)('c') && (isupper)('D') && (isprint)(' '));
    assert((isspace)('\t') && (isxdigit)('F') && !(isalnum)('-') && (toupper)('x') == 'X' && (tolower)('X') == 'x');
    void *aligned = aligned_alloc(64, 64);
    free(aligned);
#ifdef BUG
    assert(rint(d) == -3); /* violation */
#endif
    return 0;
}
