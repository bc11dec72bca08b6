/* A program raises signals that it handles, ignores, or leaves to end it. */
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>

static volatile sig_atomic_t caught;

static void count(int number) { caught = caught + number; }

static void again(int number)
{
    if (!caught--)
        raise(number); /* a second time */
}

int main(void)
{
    assert(signal(SIGUSR1, count) == SIG_DFL && signal(SIGUSR2, SIG_IGN) == SIG_DFL);
    assert(raise(SIGUSR1) == 0 && caught == SIGUSR1);
    assert(raise(SIGUSR2) == 0 && raise(SIGCHLD) == 0 && raise(0) == 0 && caught == SIGUSR1);
    assert(signal(SIGUSR1, SIG_DFL) == count);
    errno = 0;
    assert(signal(SIGKILL, count) == SIG_ERR && errno == EINVAL && raise(-1) != 0);
#if BUG == 1
    raise(SIGUSR1); /* violation */
#elif BUG == 2
    caught = 0;
    signal(SIGTERM, again);
    raise(SIGTERM);
#endif
    return 0;
}
