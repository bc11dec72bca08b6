/* What the world answers, and what `main` is given: one answer is tried of several, so nothing holds without a bound. */
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int count, char **arguments, char **environment)
{
    (void)count;
    (void)arguments;
    (void)environment;
#if WHICH == 1
    assert(getenv("HOME") == 0);
#elif WHICH == 2
    assert(getpid() == 1 && getppid() == 0);
#elif WHICH == 3
    assert(gettid() > 0);
#elif WHICH == 4
    assert(isatty(0) == 0);
#elif WHICH == 5
    assert(sched_getcpu() == 0);
#elif WHICH == 6
    assert(sysconf(_SC_NPROCESSORS_ONLN) == 2);
#elif WHICH == 7
    setlocale(LC_ALL, "");
#elif WHICH == 8
    assert(count == 1);
#elif WHICH == 9
    assert(arguments[1] == 0);
#elif WHICH == 10
    assert(environment[0] == 0);
#elif WHICH == 11
    unsigned seed = 1, same = 1;
    assert(rand_r(&seed) == 476707713 && rand_r(&same) == 476707713 && seed == same && seed != 1);
#endif
#ifdef BUG
    char *name = malloc(2);
    free(name);
    getenv(name); /* violation */
#endif
    return 0;
}
