/* Random numbers are inputs; of the time and of what else the world answers, one answer is tried: what holds, holds within a
 * bound. */
#include <assert.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
#if WHICH == 1
    srand(1);
    int x = rand();
    assert(x >= 0);
#ifdef BUG
    assert(x != 2); /* violation */
#endif
#elif WHICH == 2
    struct timespec now;
    time_t start = time(NULL);
    clock_gettime(CLOCK_MONOTONIC, &now);
    assert(now.tv_sec >= start);
#else
    assert(sysconf(_SC_NPROCESSORS_ONLN) == 2 && sysconf(_SC_PAGESIZE) == 4096);
    assert(!getenv("HOME") && !isatty(1) && getpid() == 1);
#ifdef BUG
    return sysconf(_SC_ARG_MAX) == 0;
#endif
#endif
    return 0;
}
