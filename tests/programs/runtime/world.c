/* More of time, sleep, random numbers and output. */
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#undef setjmp
int setjmp(jmp_buf);
extern int plain_yield(void) __asm__("pthread_yield");
extern int plain_scanf(const char *, ...) __asm__("scanf");
extern int new_scanf(const char *, ...) __asm__("__isoc23_scanf");
extern long new_strtol(const char *, char **, int) __asm__("__isoc23_strtol");
extern long long new_strtoll(const char *, char **, int) __asm__("__isoc23_strtoll");
extern unsigned long new_strtoul(const char *, char **, int) __asm__("__isoc23_strtoul");
extern unsigned long long new_strtoull(const char *, char **, int) __asm__("__isoc23_strtoull");

static void say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

int main(void)
{
    struct timespec time = {0};
    struct timeval day;
    unsigned seed = 1;
    int state, number, lower = 'x';
    jmp_buf place;
    assert(sleep(1) == 0 && usleep(1) == 0 && nanosleep(&time, 0) == 0);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &time, 0) == 0 && setjmp(place) == 0);
    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state) == 0);
    assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &state) == 0);
    assert(pthread_setconcurrency(2) == 0 && plain_yield() == 0);
    putc('x', stdout);
    say("%d\n", 3);
    perror("no error");
    fflush(stdout);
    assert(new_strtol("-1", 0, 0) == -1 && new_strtoll("2", 0, 0) == 2 && new_strtoul("3", 0, 0) == 3);
    assert(new_strtoull("0x10", 0, 0) == 16 && toupper(lower) == 'X' && tolower(lower) == 'x');
#ifdef INPUTS
    assert(clock() == 0 && gettimeofday(&day, 0) == 0 && getchar_unlocked() == EOF);
    srandom(1);
    assert(rand_r(&seed) >= 0 && random() >= 0);
    assert(plain_scanf("%d", &number) < 1 && new_scanf("%d", &number) < 1);
#endif
#ifdef BUG
    assert(clock() != 0); /* violation */
#endif
    return 0;
}
