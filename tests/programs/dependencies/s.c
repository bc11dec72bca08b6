/* S: the second thread reads that the first one is done, and writes what the first one wrote before.
 * Weak: its write comes first. Only what makes the write depend on the read forbids that. */
#include "../litmus/litmus.h"
#include <string.h>

static atomic_int x[2], y, z;
static int seen;

struct pair {
    int first, second;
};

struct place {
    atomic_int *at;
};

struct large {
    int values[64];
};

static struct large table;

static int same(int value)
{
    return value;
}

static void put(void)
{
    STORE(x[0], 1, relaxed);
}

/* Whether it has written; only a compare-exchange may not. */
static int write_after(int read, long none)
{
#if defined NOTHING
    STORE(x[0], 1, relaxed);
#elif defined XOR
    STORE(x[0], 1 + (read ^ read), relaxed);
#elif defined TIMES
    STORE(x[0], 1 + read * 0, relaxed);
#elif defined AND
    STORE(x[0], 1 + (read & 0), relaxed);
#elif defined OVERWRITTEN
    int value = read & 0;
    value = 1;
    STORE(x[0], value, relaxed);
#elif defined VARIABLE
    int value = read & 0;
    int copy = value;
    STORE(x[0], 1 + copy, relaxed);
#elif defined ARRAY
    int values[4] = {0};
    values[none + 1] = read & 0;
    STORE(x[0], 1 + values[none + 1], relaxed);
#elif defined OTHER_ELEMENT
    int values[4] = {0};
    values[none + 1] = read & 0;
    STORE(x[0], 1 + values[none + 2], relaxed);
#elif defined INDEX
    int values[4] = {1, 1, 1, 1};
    STORE(x[0], values[read & 3], relaxed);
#elif defined CONSTANT_INDEX
    static const int values[4] = {1, 1, 1, 1};
    STORE(x[0], values[read & 3], relaxed);
#elif defined STORED_AT_INDEX
    int values[4] = {0};
    values[read & 0] = 1;
    STORE(x[0], values[none], relaxed);
#elif defined STRUCTURE
    struct pair pair = {0, read & 0}, copy = pair;
    STORE(x[0], 1 + copy.second, relaxed);
#elif defined OTHER_MEMBER
    struct pair pair = {0, read & 0}, copy = pair;
    STORE(x[0], 1 + copy.first, relaxed);
#elif defined COPIED
    struct large one = {{0}}, other;
    one.values[none + 5] = read & 0;
    memcpy(&other, &one, sizeof one + none);
    STORE(x[0], 1 + other.values[none + 5], relaxed);
#elif defined CALL
    STORE(x[0], 1 + same(read & 0), relaxed);
#elif defined SELECT
    STORE(x[0], read ? 1 : 2, relaxed);
#elif defined CONDITION
    STORE(x[0], 1 + (read == 7), relaxed);
#elif defined ADDRESS
    STORE(x[read & 0], 1, relaxed);
#elif defined POINTER
    struct place place = {&x[read & 0]};
    STORE(*place.at, 1, relaxed);
#elif defined IF
    if (read == 1)
        STORE(x[0], 1, relaxed);
#elif defined AFTER_IF
    if (read == 1)
        none++;
    STORE(x[0], 1, relaxed);
#elif defined EMPTY_IF
    if (read == 1)
        ;
    STORE(x[0], 1, relaxed);
#elif defined SWITCH
    switch (read) {
    case 7:
        none++;
    }
    STORE(x[0], 1, relaxed);
#elif defined FUNCTION_POINTER
    void (*functions[2])(void) = {put, put};
    functions[read]();
#elif defined SHARED
    STORE(z, read & 0, relaxed);
    STORE(x[0], 1 + LOAD(z, relaxed), relaxed);
#elif defined EXCHANGE_OPERAND
    atomic_exchange_explicit(&x[0], 1 + (read & 0), memory_order_relaxed);
#elif defined COMPARE_DESIRED
    return EXCHANGE(x[0], 0, 1 + (read & 0), relaxed, relaxed) == 0;
#elif defined COMPARE_EXPECTED
    return EXCHANGE(x[0], read & 0, 1, relaxed, relaxed) == 0;
#elif defined MOVED
    /* Copying looks at addresses and lengths; that is no decision of the program. */
    struct large copy;
    memmove(&copy, (char *)&table + (read & 0), sizeof copy + none);
    STORE(x[0], 1, relaxed);
#else
#error which variant?
#endif
    return 1;
}

static int read_before(void)
{
#if defined BY_UPDATE
    return UPDATE(y, 0, relaxed);
#elif defined BY_FAILURE
    return EXCHANGE(y, 7, 8, relaxed, relaxed);
#elif defined BY_SUCCESS
    int expected = 1;
    return atomic_compare_exchange_strong_explicit(
        &y, &expected, 1, memory_order_relaxed, memory_order_relaxed);
#elif defined BY_WAITING
    while (!LOAD(y, relaxed))
        ;
    return 1;
#elif defined BY_WAITING_AT_HEAD
    int read = LOAD(y, relaxed);
    while (!read)
        read = LOAD(y, relaxed);
    return read;
#else
    return LOAD(y, relaxed);
#endif
}

THREAD(first)
{
    STORE(x[0], 2, relaxed);
    STORE(y, 1, release);
    return 0;
}

THREAD(second)
{
    int read = read_before();
    int has_written = write_after(read, (long)unused);
    seen = has_written ? read : 0;
    return 0;
}

THREAD(third)
{
    /* So that this is memory that threads share. */
    LOAD(z, relaxed);
    return 0;
}

int main(void)
{
    (void)same;
    (void)put;
    RUN(first, second, third);
    assert(!(seen == 1 && LAST(x[0]) == 2)); /* violation */
    return 0;
}
