/* MP, message passing: the second thread reads the flag and then the message.
 * Weak: the message is not there. An address that depends on the flag forbids that; a decision does not, because loads
 * are not held back by it. */
#include "../litmus/litmus.h"

static atomic_int x[2], y;
static int seen, message;

static int message_after(int read)
{
#if defined NOTHING
    return LOAD(x[0], relaxed);
#elif defined ADDRESS
    return LOAD(x[read & 0], relaxed);
#elif defined POINTER
    atomic_int *at[2] = {&x[read ^ read], 0};
    atomic_int **place = &at[0];
    return LOAD(**place, relaxed);
#elif defined IF
    return read ? LOAD(x[0], relaxed) : 1;
#elif defined BOTH
    if (read == 7)
        return 1;
    return LOAD(x[read * 0], relaxed);
#elif defined UPDATED
    return UPDATE(x[read & 0], 0, relaxed);
#else
#error which variant?
#endif
}

THREAD(first)
{
    STORE(x[0], 1, relaxed);
    STORE(y, 1, release);
    return 0;
}

THREAD(second)
{
    int read = LOAD(y, relaxed);
    message = message_after(read);
    seen = read;
    return 0;
}

int main(void)
{
    RUN(first, second);
    assert(!(seen == 1 && message == 0)); /* violation */
    return 0;
}
